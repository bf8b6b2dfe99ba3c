import 'reflect-metadata';
import { registerEnumType } from 'type-graphql';
import type { KeySource } from '../keys/key-source.js';

export const KeySourceEnum = {
  INTERNAL: 'internal',
  EXPORTED: 'exported',
  EXISTING: 'existing',
  KMS: 'kms',
} as const satisfies Record<string, KeySource>;
registerEnumType(KeySourceEnum, {
  name: 'KeySource',
  description: 'The source of a key.',
  valuesConfig: {
    INTERNAL: { description: 'A new key is generated and stored. It is never returned.' },
    EXPORTED: { description: 'A new key is generated, stored, and returned once.' },
    EXISTING: { description: 'An existing key of the mount is used.' },
    KMS: { description: 'A managed key is used, which is in a PKCS#11 token and never leaves it.' },
  },
});
