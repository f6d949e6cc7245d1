/** A statement that a file inside a transaction may not contain, and its line (from 1). */
export interface SentenciaProhibida {
  readonly sentencia: string;
  readonly linea: number;
}

const PROHIBIDAS: readonly (readonly [string, RegExp])[] = [
  ['CONCURRENTLY', /\bCONCURRENTLY\b/i],
  ['ADD VALUE', /\bADD\s+VALUE\b/i],
  ['VACUUM', /\bVACUUM\b/i],
  ['BEGIN', /\bBEGIN\s*(?:;|\b(?:WORK|TRANSACTION|ISOLATION|READ|DEFERRABLE)\b)/i],
  ['START TRANSACTION', /\bSTART\s+TRANSACTION\b/i],
  ['COMMIT', /\bCOMMIT\b(?!\s+(?:DROP|DELETE|PRESERVE))/i],
  ['ROLLBACK', /\bROLLBACK\b/i],
  ['PREPARE TRANSACTION', /\bPREPARE\s+TRANSACTION\b/i],
];

/** Comments, quoted text and dollar-quoted bodies: what is inside is not a statement of the file. */
const NO_ES_SENTENCIA =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?\1/g;

/** The first forbidden statement of a migration, or null. Bodies of functions and DO blocks are not looked into. */
export function findSentenciaProhibida(sql: string): SentenciaProhibida | null {
  const bare = sql.replace(NO_ES_SENTENCIA, (text) => text.replace(/[^\n]/g, ' '));
  for (const [sentencia, pattern] of PROHIBIDAS) {
    const found = pattern.exec(bare);
    if (found !== null) return { sentencia, linea: lineAt(bare, found.index) };
  }
  return null;
}

/** Line, from 1, of an offset in a text. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
