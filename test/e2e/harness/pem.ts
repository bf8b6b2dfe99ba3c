import { readFileSync } from 'node:fs';

export const base64Of = (pem: string) => Buffer.from(pem.replaceAll(/-----.*-----|\s/g, ''), 'base64');
export const pemOf = (label: string, der: Uint8Array) =>
  `-----BEGIN ${label}-----\n${Buffer.from(der)
    .toString('base64')
    .replaceAll(/(.{64})/g, '$1\n')}\n-----END ${label}-----`;

/** A key that takes long to make, made once. */
export const keptKey = (name: string) =>
  readFileSync(new URL(`../../pki/x509/keys/${name}.pem`, import.meta.url), 'utf8');
