import type { KeyObject } from 'node:crypto';
import {
  createSigner,
  Name,
  publicKeyInfoOf,
  subjectAltName,
  type Extension,
  type GeneralName,
} from '../../../src/pki/x509/index.js';
import { contextConstructed, encode, integer, oid, sequence, setOf } from '../../../src/pki/x509/der-writer.js';
import { encodeExtensions } from '../../../src/pki/x509/extension.js';
import { requestAttributeOids } from '../../../src/pki/x509/oids.js';
import { signWith } from '../../../src/pki/x509/signer.js';
import { makeKey } from '../x509/authority.js';

export interface RequestWish {
  readonly key?: KeyObject;
  readonly subject?: Name;
  readonly names?: readonly GeneralName[];
  readonly extensions?: readonly Extension[];
  /** By object identifier: the values, DER. */
  readonly attributes?: readonly (readonly [type: string, ...values: readonly Uint8Array[]])[];
}

export const attributeTypes = {
  challengePassword: '1.2.840.113549.1.9.7',
  changeSubjectName: '1.3.6.1.5.5.7.7.36',
  decryptKeyIdentifier: '1.2.840.113549.1.9.16.2.37',
  asymmetricDecryptKeyIdentifier: '1.2.840.113549.1.9.16.2.54',
  capabilities: '1.2.840.113549.1.9.15',
} as const;

export const capabilities = (...types: readonly string[]): Buffer =>
  sequence(...types.map((type) => sequence(oid(type))));

/** A signing request with any attributes, DER. */
export async function requestDer({ key, subject, names = [], extensions = [], attributes = [] }: RequestWish = {}) {
  const privateKey = key ?? (await makeKey('ec-256'));
  const all = [...(names.length > 0 ? [subjectAltName(names)] : []), ...extensions];
  const asked = all.length > 0 ? [[requestAttributeOids.extensionRequest, encodeExtensions(all)] as const] : [];
  const list = [...asked, ...attributes].map(([type, ...values]) => sequence(oid(type), setOf(...values)));
  const tbs = sequence(
    integer(0),
    (subject ?? Name.empty).der,
    publicKeyInfoOf(privateKey).der,
    encode(contextConstructed(0), ...list.toSorted((a, b) => Buffer.compare(a, b))),
  );
  return signWith(tbs, createSigner(privateKey));
}

export const dns = (...values: readonly string[]): GeneralName[] => values.map((value) => ({ type: 'dns', value }));
