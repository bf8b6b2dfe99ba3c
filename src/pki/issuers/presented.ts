import type { KeyObject } from 'node:crypto';
import { problem } from '../../platform/problems.js';
import { encodePem, privateKeyDer, privateKeyPem } from '../x509/index.js';

const formats = ['pem', 'der', 'pem_bundle'] as const;
const privateKeyFormats = ['der', 'pem', 'pkcs8'] as const;

/** Forms of what is handed out (Vault API, PKI: `format`). */
export interface Presentation {
  readonly format: (typeof formats)[number];
  readonly privateKeyFormat: (typeof privateKeyFormats)[number];
}

/** @throws INVALID_INPUT */
export function readPresentation(given: { readonly format: string; readonly privateKeyFormat: string }): Presentation {
  const format = formats.find((each) => each === given.format);
  const privateKeyFormat = privateKeyFormats.find((each) => each === given.privateKeyFormat);
  if (!format)
    throw problem('INVALID_INPUT', 'the "format" path parameter must be "pem", "der", or "pem_bundle"', ['format']);
  if (!privateKeyFormat)
    throw problem('INVALID_INPUT', 'the "private_key_format" parameter must be "der", "pem", or "pkcs8"', [
      'privateKeyFormat',
    ]);
  return { format, privateKeyFormat };
}

/** A document as PEM without the last line end, or as base64 of its DER. */
export const presentDocument = (label: string, der: Buffer, { format }: Presentation): string =>
  format === 'der' ? der.toString('base64') : encodePem(label, der).trimEnd();

/** `pkcs8` is PEM whatever `format` says (Vault API, PKI: `private_key_format`). */
export function presentPrivateKey(key: KeyObject, { format, privateKeyFormat }: Presentation): string {
  if (privateKeyFormat === 'pkcs8') return privateKeyPem(key, 'pkcs8').trimEnd();
  return format === 'der'
    ? privateKeyDer(key, 'traditional').toString('base64')
    : privateKeyPem(key, 'traditional').trimEnd();
}

/** A document, under `pem_bundle` with its private key before it where that is given out. */
export function presentBundle(label: string, der: Buffer, key: KeyObject | undefined, how: Presentation): string {
  const document = presentDocument(label, der, how);
  // private_key_format does not apply to the key in a bundle.
  return how.format === 'pem_bundle' && key ? `${privateKeyPem(key, 'traditional')}${document}` : document;
}
