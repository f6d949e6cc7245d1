import { isIP } from 'node:net';

/**
 * Address of the client behind `saltos` proxies of ours, counted from the right of X-Forwarded-For: whatever lies
 * further left was written by strangers. With 0 hops the header does not exist.
 */
export function clientIp(
  remote: string | null,
  forwardedFor: string | undefined,
  saltos: number,
): string | null {
  const forwarded = saltos === 0 || forwardedFor === undefined ? [] : forwardedFor.split(',');
  const chain = [...forwarded.map((item) => item.trim()), remote ?? ''];
  const candidate = chain[Math.max(0, chain.length - 1 - saltos)] ?? '';
  const address = isIP(candidate) === 0 ? (remote ?? '') : candidate;
  return address === '' ? null : address.replace(/^::ffff:(?=\d+\.)/, '');
}
