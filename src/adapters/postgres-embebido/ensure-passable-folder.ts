import { chmod, mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder and its missing parents so that other accounts may pass through them, whatever the umask says: the
 * server's own account has to reach its data. Answers whether the folder was missing.
 */
export async function ensurePassableFolder(carpeta: string): Promise<boolean> {
  const primera = await mkdir(carpeta, { recursive: true });
  if (primera === undefined) return false;
  let actual = resolve(carpeta);
  for (;;) {
    await chmod(actual, 0o711);
    if (actual === resolve(primera)) return true;
    actual = dirname(actual);
  }
}
