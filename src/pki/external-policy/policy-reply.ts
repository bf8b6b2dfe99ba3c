import { isUtf8 } from 'node:buffer';
import { isRecord } from '../../platform/is-record.js';
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

type Optional<T> = T | null | undefined;

/** The members of an answer that are known. */
interface Members {
  readonly request_uuid: string;
  readonly error?: Optional<string>;
  readonly warnings?: Optional<readonly string[]>;
  readonly certificate?: Optional<string>;
  readonly issuer_ref?: Optional<string>;
  readonly store_certificate?: Optional<boolean>;
  readonly generate_lease?: Optional<boolean>;
}

const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null;
const isText = (value: unknown): value is Optional<string> => isAbsent(value) || typeof value === 'string';
const isFlag = (value: unknown): value is Optional<boolean> => isAbsent(value) || typeof value === 'boolean';

const misshapen = (where: string) => new WrongReply(`${where} is missing, or of another type`);

/** By hand: each request reads one, and a reader of any shape takes ten times as long. @throws WrongReply that names the first member that is wrong */
function membersOf(reply: unknown): Members {
  if (!isRecord(reply)) throw new WrongReply('it is no object');
  const { request_uuid, error, warnings, certificate, issuer_ref, store_certificate, generate_lease } = reply;
  if (typeof request_uuid !== 'string') throw misshapen('request_uuid');
  if (!isText(error)) throw misshapen('error');
  const said = textsOf(warnings, 'warnings');
  if (!isText(certificate)) throw misshapen('certificate');
  if (!isText(issuer_ref)) throw misshapen('issuer_ref');
  if (!isFlag(store_certificate)) throw misshapen('store_certificate');
  if (!isFlag(generate_lease)) throw misshapen('generate_lease');
  return { request_uuid, error, warnings: said, certificate, issuer_ref, store_certificate, generate_lease };
}

/** @throws WrongReply that names the list, or the first of it that is no text */
function textsOf(list: unknown, where: string): Optional<readonly string[]> {
  if (isAbsent(list)) return list;
  if (!Array.isArray(list)) throw misshapen(where);
  return list.map((each: unknown, at) => {
    if (typeof each !== 'string') throw misshapen(`${where}.${at}`);
    return each;
  });
}

const given = (value: string | null | undefined): string | null => (value?.trim() ? value : null);
const short = (value: string): string => value.slice(0, longestText);

/**
 * Reads an answer of 200 (Vault documentation, CIEPS: response version 1). Fields that are not known are ignored.
 * @param key the one of the request, which the certificate should be for
 * @throws WrongReply
 */
export function readReply(body: Buffer, uuid: string, key?: PublicKeyInfo): PolicyReply {
  const reply = membersOf(jsonOf(body));
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

/** A byte order mark is none of the text. */
const mark = Buffer.from([0xef, 0xbb, 0xbf]);

function jsonOf(body: Buffer): unknown {
  if (!isUtf8(body)) throw new WrongReply('it is no JSON');
  try {
    return JSON.parse(body.toString('utf8', body.subarray(0, mark.length).equals(mark) ? mark.length : 0));
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
