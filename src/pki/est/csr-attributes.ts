import { keySpecOf } from '../policy/index.js';
import type { Role } from '../policy/index.js';
import { integer, oid, sequence, setOf } from '../x509/der-writer.js';
import { curveOids, keyOids, mldsaOids } from '../x509/index.js';
import type { KeySpec } from '../x509/index.js';

/**
 * What a role wants of signing requests (RFC 7030 §4.5.2, RFC 8951 §3.2), DER: its type of key, with its size or curve.
 * @returns null if it wants nothing in particular
 */
export function csrAttributes(role: Pick<Role, 'keyType' | 'keyBits'>): Buffer | null {
  const spec = keySpecOf(role);
  return spec ? sequence(keyAttribute(spec)) : null;
}

function keyAttribute(spec: KeySpec): Buffer {
  switch (spec.type) {
    case 'rsa':
      return sequence(oid(keyOids.rsa), setOf(integer(spec.bits)));
    case 'ec':
      return sequence(oid(keyOids.ec), setOf(oid(curveOids[spec.bits])));
    case 'ed25519':
      return oid(keyOids.ed25519);
    case 'mldsa':
      return oid(mldsaOids[spec.bits]);
  }
}
