import { execFile } from 'node:child_process';
import { readlink } from 'node:fs/promises';
import { promisify } from 'node:util';
import { hasErrorCode } from './error-code.ts';

/** True when some process has that number, ours or not, a zombie included. */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasErrorCode(error, 'EPERM');
  }
}

/** Sends a signal; a process that is already gone needs none. */
export function sendSignal(pid: number, senal: NodeJS.Signals): void {
  try {
    process.kill(pid, senal);
  } catch (error) {
    if (!hasErrorCode(error, 'ESRCH')) throw error;
  }
}

/** Working directory of a process, on Linux; null for a zombie and for what this account may not see. */
export async function findCwd(pid: number): Promise<string | null> {
  try {
    return await readlink(`/proc/${pid}/cwd`);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'EACCES', 'EPERM', 'ESRCH')) return null;
    throw error;
  }
}

/** Command line of a process, for systems without `/proc`. */
export async function readCommandLine(pid: number): Promise<string> {
  const { stdout } = await promisify(execFile)('ps', ['-p', String(pid), '-o', 'args=']);
  return stdout;
}
