import type { KeyObject } from 'node:crypto';
import { encodePem, privateKeyDer, privateKeyPem } from '../x509/index.js';

/** Formats of documents in responses (Vault API, PKI: `format`). */
export interface Presentation {
  /** `pem`, `der` or `pem_bundle`. */
  readonly format: string;
  /** `der`, its alias `pem`, or `pkcs8`. */
  readonly privateKeyFormat: string;
}

/** A document as PEM without the last line break, or as base64 of its DER. */
export const presentDocument = (label: string, der: Buffer, { format }: Presentation): string =>
  format === 'der' ? der.toString('base64') : encodePem(label, der).trimEnd();

/** `pkcs8` is PEM, whatever `format` says (Vault API, PKI: `private_key_format`). */
export function presentPrivateKey(key: KeyObject, { format, privateKeyFormat }: Presentation): string {
  if (privateKeyFormat === 'pkcs8') return privateKeyPem(key, 'pkcs8').trimEnd();
  return format === 'der'
    ? privateKeyDer(key, 'traditional').toString('base64')
    : privateKeyPem(key, 'traditional').trimEnd();
}

/** A document; with `pem_bundle` its private key comes first, if it is returned. */
export function presentBundle(label: string, der: Buffer, key: KeyObject | undefined, how: Presentation): string {
  const document = presentDocument(label, der, how);
  // private_key_format does not apply to the key in a bundle.
  return how.format === 'pem_bundle' && key ? `${privateKeyPem(key, 'traditional')}${document}` : document;
}
