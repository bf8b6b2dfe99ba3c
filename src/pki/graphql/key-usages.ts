import 'reflect-metadata';
import { registerWritableEnum } from '../../platform/graphql/as-written.js';
import { extKeyUsageOids, keyUsages } from '../x509/index.js';
import type { ExtKeyUsage, KeyUsage } from '../x509/index.js';

/** `crlSign` → `CRL_SIGN` */
const constant = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

const isExtKeyUsage = (name: string): name is ExtKeyUsage => Object.hasOwn(extKeyUsageOids, name);
const extKeyUsages = Object.keys(extKeyUsageOids).filter(isExtKeyUsage);

/** With their names in certificates; the documentation says what they allow. */
const described = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [constant(name), { description: `Named \`${name}\` in certificates.` }]));

export const KeyUsageEnum: Readonly<Record<string, KeyUsage>> = Object.fromEntries(
  keyUsages.map((usage) => [constant(usage), usage]),
);
registerWritableEnum(KeyUsageEnum, {
  name: 'KeyUsage',
  description: 'Key usages of certificates (RFC 5280 §4.2.1.3).',
  valuesConfig: described(keyUsages),
});

export const ExtKeyUsageEnum: Readonly<Record<string, ExtKeyUsage>> = Object.fromEntries(
  extKeyUsages.map((usage) => [constant(usage), usage]),
);
registerWritableEnum(ExtKeyUsageEnum, {
  name: 'ExtKeyUsage',
  description: 'Extended key usages of certificates (RFC 5280 §4.2.1.12) that have a name in this API.',
  valuesConfig: described(extKeyUsages),
});

const names = new Map<string, ExtKeyUsage>(extKeyUsages.map((usage) => [extKeyUsageOids[usage], usage]));

/** Those of the object identifiers that have a name, in their order. */
export const namedExtKeyUsages = (oids: readonly string[]): readonly ExtKeyUsage[] =>
  oids.flatMap((oid) => names.get(oid) ?? []);
