import { readDer, type DerFields, type DerValue } from './der-reader.js';
import { isPoint } from './ec-point.js';
import { X509Error } from './error.js';
import { curveOids, keyOids } from './oids.js';

/** Octets of a number of the curve. By RFC 5915, the private key has as many. */
const sizes = new Map<string, number>(
  Object.entries(curveOids).map(([bits, oid]) => [oid, Math.ceil(Number(bits) / 8)]),
);

/**
 * Checks an EC private key (RFC 5915, alone or in PKCS#8) before OpenSSL reads it, and ignores other keys. OpenSSL accepts a number that is longer than its curve
 * and a public key that is the point at infinity, and Node 20 crashes when it is asked for the details of such a key.
 * @throws X509Error `malformed`, `unsupported` for other curves
 */
export function requireEcKeyWithinCurve(der: Uint8Array, kind: 'pkcs8' | 'sec1', where: string): void {
  const key = readDer(der, where, { maxBytes: der.length });
  if (kind === 'sec1') {
    checkEcKey(key, undefined);
    return;
  }
  const fields = key.fields();
  fields.next('version').smallInteger();
  const algorithm = fields.next('algorithm').fields();
  if (algorithm.next('identifier').oid() !== keyOids.ec) return;
  checkEcKey(fields.next('private key').nested(`${where} private key`), curveOf(algorithm));
}

function checkEcKey(key: DerValue, outside: string | undefined): void {
  const fields = key.fields();
  if (fields.next('version').smallInteger() !== 1) throw key.fail('an EC private key of another version');
  const number = fields.next('private key').octets();
  const parameters = fields.optional('parameters', 0xa0)?.inner(0xa0);
  const publicKey = fields.optional('public key', 0xa1)?.inner(0xa1).bitOctets();
  fields.end();
  const inside = parameters && nameOf(parameters);
  if (inside !== undefined && outside !== undefined && inside !== outside) throw key.fail('two curves');
  const curve = outside ?? inside;
  const size = sizes.get(curve ?? '');
  if (size === undefined) throw new X509Error('unsupported', key.where, `EC on ${curve ?? 'a curve without a name'}`);
  if (number.subarray(0, -size).some((octet) => octet !== 0))
    throw key.fail('a private key that is longer than its curve');
  if (publicKey && !isPoint(publicKey, size)) throw key.fail('a public key that is no point of its curve');
}

const curveOf = (algorithm: DerFields): string | undefined =>
  algorithm.more() ? nameOf(algorithm.next('parameters')) : undefined;

/** Explicit parameters have no name. */
const nameOf = (parameters: DerValue): string | undefined => (parameters.tag === 0x06 ? parameters.oid() : undefined);
