import 'reflect-metadata';
import { registerEnumType } from 'type-graphql';
import type { KeySource } from '../keys/key-source.js';

export const KeySourceEnum = {
  INTERNAL: 'internal',
  EXPORTED: 'exported',
  EXISTING: 'existing',
} as const satisfies Record<string, KeySource>;
registerEnumType(KeySourceEnum, {
  name: 'KeySource',
  description: 'Where the key of a new authority comes from.',
  valuesConfig: {
    INTERNAL: { description: 'It is made, and kept.' },
    EXPORTED: { description: 'It is made, kept, and given out once.' },
    EXISTING: { description: 'It is one of the mount.' },
  },
});
