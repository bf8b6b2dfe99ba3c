import 'reflect-metadata';
import { registerWritableEnum } from '../../platform/graphql/as-written.js';
import type { KeySpec } from '../x509/index.js';

export const KeyTypeEnum = { RSA: 'rsa', EC: 'ec', ED25519: 'ed25519', MLDSA: 'mldsa' } as const satisfies Record<
  string,
  KeySpec['type']
>;
const keyTypes = {
  RSA: { description: 'RSA, of 2048 bits or more.' },
  EC: { description: 'ECDSA, with a NIST curve.' },
  ED25519: { description: 'Ed25519.' },
  MLDSA: { description: 'ML-DSA (RFC 9881), where Node has it.' },
};
registerWritableEnum(KeyTypeEnum, { name: 'KeyType', description: 'Types of keys.', valuesConfig: keyTypes });

export const RoleKeyTypeEnum = { ...KeyTypeEnum, ANY: 'any' } as const;
registerWritableEnum(RoleKeyTypeEnum, {
  name: 'RoleKeyType',
  description: 'Types of keys for which a role issues certificates.',
  valuesConfig: {
    ...keyTypes,
    ANY: { description: 'Any type. A request to issue must say which.' },
  },
});
