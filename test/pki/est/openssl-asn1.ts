import { spawnSync } from 'node:child_process';

/** The values of a document, one after the other, as openssl sees them. */
export function asn1Of(der: Uint8Array): string {
  const { stdout, stderr, status } = spawnSync('openssl', ['asn1parse', '-inform', 'DER'], { input: der });
  if (status !== 0) throw new Error(stderr.toString());
  return stdout
    .toString()
    .trim()
    .split('\n')
    .map((line) => line.replace(/^.*?(?:cons|prim):\s*/, '').replaceAll(/\s+/g, ''))
    .join(';');
}
