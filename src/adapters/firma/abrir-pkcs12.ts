import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { CertBag, Certificate, PFX, PKCS8ShroudedKeyBag, PrivateKeyInfo, type SafeBag } from 'pkijs';
import { firmaErrors } from '../../domain/acta/firma.errors.ts';
import { DomainError } from '../../domain/errors/domain-error.ts';
import type { MaterialFirma } from './crear-firmante.ts';

function ilegible(archivo: string, detalle: string, cause?: unknown): DomainError {
  return new DomainError(firmaErrors.firmante_ilegible, { archivo, detalle }, { cause });
}

function octetosDe(frase: string): ArrayBuffer {
  const { buffer, byteOffset, byteLength } = new TextEncoder().encode(frase);
  return buffer.slice(byteOffset, byteOffset + byteLength);
}

function parsePfx(bytes: Uint8Array, archivo: string): PFX {
  try {
    return PFX.fromBER(bytes);
  } catch (cause) {
    throw ilegible(archivo, 'no es un archivo PKCS#12', cause);
  }
}

/** Checks the MAC first, so that a wrong passphrase is told from an unsupported cipher. */
async function abrirBolsas(pfx: PFX, archivo: string, password: ArrayBuffer): Promise<SafeBag[]> {
  try {
    await pfx.parseInternalValues({ password, checkIntegrity: true });
  } catch (cause) {
    throw ilegible(archivo, 'la contraseña no es la del archivo, o el archivo está dañado', cause);
  }
  const seguro = pfx.parsedValue?.authenticatedSafe;
  if (seguro === undefined) throw ilegible(archivo, 'el archivo no tiene contenido');
  try {
    await seguro.parseInternalValues({ safeContents: seguro.safeContents.map(() => ({ password })) });
  } catch (cause) {
    const detalle =
      'usa un cifrado antiguo que no se admite; expórtelo de nuevo con AES-256 (openssl pkcs12 -export)';
    throw ilegible(archivo, detalle, cause);
  }
  const contenidos: { value: { safeBags: SafeBag[] } }[] = seguro.parsedValue.safeContents;
  return contenidos.flatMap(({ value }) => value.safeBags);
}

/** OpenSSL opens the encrypted key itself; it knows more ciphers than Web Crypto. */
function extraerClave(bolsas: readonly SafeBag[], archivo: string, frase: string): KeyObject {
  const bolsa = bolsas.map(({ bagValue }) => bagValue).find(esBolsaDeClave);
  if (bolsa === undefined) throw ilegible(archivo, 'no contiene una clave privada');
  try {
    const key = Buffer.from(bolsa.toSchema().toBER());
    return createPrivateKey({ key, format: 'der', type: 'pkcs8', passphrase: frase });
  } catch (cause) {
    throw ilegible(
      archivo,
      'la clave usa un cifrado que no se admite; expórtelo de nuevo con AES-256',
      cause,
    );
  }
}

function esBolsaDeClave(bolsa: unknown): bolsa is PKCS8ShroudedKeyBag | PrivateKeyInfo {
  return bolsa instanceof PKCS8ShroudedKeyBag || bolsa instanceof PrivateKeyInfo;
}

function extraerCertificados(bolsas: readonly SafeBag[]): X509Certificate[] {
  return bolsas.flatMap(({ bagValue }) => {
    const certificado = bagValue instanceof CertBag ? bagValue.parsedValue : null;
    return certificado instanceof Certificate
      ? [new X509Certificate(Buffer.from(certificado.toSchema(false).toBER()))]
      : [];
  });
}

/** Key, certificate and chain of a PKCS#12 file; throws `firmante_ilegible` with the reason. */
export async function abrirPkcs12(bytes: Uint8Array, archivo: string, frase: string): Promise<MaterialFirma> {
  const password = octetosDe(frase);
  const bolsas = await abrirBolsas(parsePfx(bytes, archivo), archivo, password);
  const clave = extraerClave(bolsas, archivo, frase);
  const certificados = extraerCertificados(bolsas);
  const propio = certificados.find((certificado) => certificado.checkPrivateKey(clave));
  if (propio === undefined) throw ilegible(archivo, 'no contiene el certificado de su clave privada');
  const cadena = certificados.filter((certificado) => certificado !== propio);
  return { clave, certificadoPem: propio.toString(), cadenaPem: cadena.map(String) };
}
