import { z } from 'zod';
import { longestName, referencePattern } from '../policy/index.js';
import { decodePemBlock, parseCertificate, X509Error } from '../x509/index.js';
import type { Certificate, PublicKeyInfo } from '../x509/index.js';

/** What the service decided. */
export type PolicyReply =
  | { readonly kind: 'refused'; readonly reason: string; readonly warnings: readonly string[] }
  | {
      readonly kind: 'allowed';
      readonly certificate: Certificate;
      /** Empty for the issuer that was asked for. */
      readonly issuerRef: string;
      readonly stores: boolean;
      readonly leases: boolean;
      readonly warnings: readonly string[];
    };

/** An answer that is none of the protocol. The message is for the operator of the service. */
export class WrongReply extends Error {
  override readonly name = 'WrongReply';
}

/** Bytes of an answer. */
export const mostReplyBytes = 1_048_576;
const longestText = 2_000;
const mostWarnings = 50;

const text = z.string().nullish();
const flag = z.boolean().nullish();
const shape = z.object({
  request_uuid: z.string(),
  error: text,
  warnings: z.array(z.string()).nullish(),
  certificate: text,
  issuer_ref: text,
  store_certificate: flag,
  generate_lease: flag,
});

/** Keeps nothing between texts that are whole. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

const given = (value: string | null | undefined): string | null => (value?.trim() ? value : null);
const short = (value: string): string => value.slice(0, longestText);

/**
 * Reads an answer of 200 (Vault documentation, CIEPS: response version 1). Fields that are not known are ignored.
 * @param key the one of the request, which the certificate should be for
 * @throws WrongReply
 */
export function readReply(body: Buffer, uuid: string, key?: PublicKeyInfo): PolicyReply {
  const parsed = shape.safeParse(jsonOf(body));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue?.path.join('.') ?? '';
    throw new WrongReply(where === '' ? 'it is no object' : `${where} is missing, or of another type`);
  }
  const reply = parsed.data;
  // An answer to another request decides nothing.
  if (reply.request_uuid !== uuid) throw new WrongReply('request_uuid is not that of the request');
  const warnings = (reply.warnings ?? []).slice(0, mostWarnings).map(short);
  const reason = given(reply.error);
  const certificate = given(reply.certificate);
  if (certificate === null) {
    if (reason === null) throw new WrongReply('it has neither certificate nor error');
    return { kind: 'refused', reason: short(reason), warnings };
  }
  return {
    kind: 'allowed',
    certificate: certificateOf(certificate, key),
    issuerRef: referenceOf(reply.issuer_ref?.trim() ?? ''),
    stores: reply.store_certificate === true,
    leases: reply.store_certificate === true && reply.generate_lease === true,
    // With both, the certificate is issued, and the caller hears of the other.
    warnings: reason === null ? warnings : [...warnings, short(reason)],
  };
}

/** @throws WrongReply */
function referenceOf(text: string): string {
  if (text === '' || (text.length <= longestName && referencePattern.test(text))) return text;
  throw new WrongReply('issuer_ref is no reference to an issuer');
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(body));
  } catch {
    throw new WrongReply('it is no JSON');
  }
}

function certificateOf(pem: string, key: PublicKeyInfo | undefined): Certificate {
  try {
    return parseCertificate(decodePemBlock(pem, ['CERTIFICATE'], 'certificate'), key);
  } catch (error) {
    if (!(error instanceof X509Error)) throw error;
    throw new WrongReply(`certificate cannot be read: ${error.message}`);
  }
}
