import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

const ITERACIONES = 4096;
const SAL_BYTES = 16;

/**
 * SCRAM-SHA-256 verifier of a password, as PostgreSQL stores it (RFC 5803): what travels in ALTER ROLE, and may end
 * in a server log, is then not the password.
 */
export function scramVerifier(password: string): string {
  const salt = randomBytes(SAL_BYTES);
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, ITERACIONES, 32, 'sha256');
  const clientKey = createHmac('sha256', salted).update('Client Key').digest();
  const storedKey = createHash('sha256').update(clientKey).digest('base64');
  const serverKey = createHmac('sha256', salted).update('Server Key').digest('base64');
  return `SCRAM-SHA-256$${ITERACIONES}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}
