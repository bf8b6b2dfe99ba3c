import { readSignatureAlgorithm } from '../algorithm.js';
import type { NamedAlgorithm } from '../algorithm.js';
import { contextConstructed, contextPrimitive, Tag } from '../der-writer.js';
import type { DerValue } from '../der-reader.js';
import { readExtensions } from '../extension.js';
import { readOne } from '../extension-set.js';
import { readGeneralName } from '../general-name.js';
import type { GeneralName } from '../general-name.js';
import { readSerialNumber } from '../serial-number.js';
import type { SerialNumber } from '../serial-number.js';
import { controlOids } from './oids.js';
import { readTemplate } from './template.js';
import type { CertTemplate } from './template.js';

/** How a request proves that its sender has the key (RFC 4211 §4). */
export type ProofOfPossession =
  | { readonly kind: 'none' | 'raVerified' | 'keyEncipherment' | 'keyAgreement' }
  | {
      readonly kind: 'signature';
      /** Whether it is over something else than the request. */
      readonly overOther: boolean;
      readonly algorithm: NamedAlgorithm;
      readonly signature: Buffer;
    };

/** Issuer and serial number of a certificate. */
export interface CertId {
  readonly issuer: GeneralName;
  readonly serialNumber: SerialNumber;
}

/** CertReqMsg (RFC 4211 §3). */
export interface CertRequestMessage {
  readonly id: number;
  readonly template: CertTemplate;
  /** CertRequest, DER: what a proof by signature is over. */
  readonly tbs: Buffer;
  readonly oldCertificate: CertId | undefined;
  readonly proof: ProofOfPossession;
}

const mostControls = 20;
/** The profile has one request in a message (RFC 9483 §4.1.1): who sends more is told so, and cannot send very many. */
const mostRequests = 20;

export const readCertRequests = (body: DerValue): readonly CertRequestMessage[] =>
  body.items(undefined, { most: mostRequests }).map(readCertRequest);

function readCertRequest(value: DerValue): CertRequestMessage {
  const fields = value.fields();
  const request = fields.next('request');
  const proof = fields.more() ? fields.next('proof of possession') : undefined;
  const isProof = proof !== undefined && proof.tag !== Tag.sequence;
  // What else is told of the request (`regInfo`) is of no use here.
  if (isProof && fields.more()) fields.next('further information').items(undefined, { most: mostControls });
  fields.end();
  const inside = request.fields();
  const id = inside.next('identifier').smallInteger();
  const template = readTemplate(inside.next('template'));
  const controls = inside.more() ? inside.next('controls').items(undefined, { most: mostControls }) : [];
  inside.end();
  const old = controls.map(readControl).find((each) => each !== undefined);
  return {
    id,
    template,
    tbs: request.encoded(),
    oldCertificate: old,
    proof: isProof ? readProof(proof) : { kind: 'none' },
  };
}

function readControl(value: DerValue): CertId | undefined {
  const fields = value.fields();
  const type = fields.next('type of control').oid();
  const inside = fields.next('control');
  fields.end();
  return type === controlOids.oldCertId ? readCertId(inside) : undefined;
}

export function readCertId(value: DerValue): CertId {
  const fields = value.fields();
  const issuer = readGeneralName(fields.next('issuer'));
  const serialNumber = readSerialNumber(fields.next('serial number'));
  fields.end();
  return { issuer, serialNumber };
}

function readProof(value: DerValue): ProofOfPossession {
  switch (value.tag) {
    case contextPrimitive(0):
      return { kind: 'raVerified' };
    case contextConstructed(2):
      return { kind: 'keyEncipherment' };
    case contextConstructed(3):
      return { kind: 'keyAgreement' };
    default: {
      const fields = value.fields(contextConstructed(1));
      const overOther = fields.optional('input', contextConstructed(0)) !== undefined;
      const algorithm = readSignatureAlgorithm(fields.next('signature algorithm'));
      const signature = fields.next('signature').bitOctets();
      fields.end();
      return { kind: 'signature', overOther, algorithm, signature };
    }
  }
}

/** RevDetails (RFC 9810 §5.3.9). */
export interface RevocationDetails {
  readonly template: CertTemplate;
  /** The code of CRL entries; undefined if none is given. */
  readonly reason: number | undefined;
}

const reasonOid = '2.5.29.21';

export const readRevocations = (body: DerValue): readonly RevocationDetails[] =>
  body.items(undefined, { most: mostRequests }).map((item) => {
    const fields = item.fields();
    const template = readTemplate(fields.next('certificate'));
    const entry = fields.more() ? readExtensions(fields.next('entry')) : [];
    fields.end();
    return { template, reason: readOne(entry, reasonOid, (value) => value.enumerated()) };
  });

/** CertStatus (RFC 9810 §5.3.18). */
export interface CertConfirmation {
  readonly hash: Buffer;
  /** -1 answers a request that had no number (`p10cr`). */
  readonly id: number;
  /** Whether the certificate is accepted. */
  readonly accepted: boolean;
}

/** PKIStatus: accepted, and granted with changes. */
const acceptances: readonly number[] = [0, 1];

export const readConfirmations = (body: DerValue): readonly CertConfirmation[] =>
  body.items(undefined, { empty: true, most: mostRequests }).map((item) => {
    const fields = item.fields();
    const hash = fields.next('hash').octets();
    const id = readRequestId(fields.next('identifier'));
    const status = fields.optional('status', Tag.sequence);
    fields.optional('hash algorithm', contextConstructed(0))?.inner(contextConstructed(0)).fields();
    fields.end();
    return { hash, id, accepted: !status || acceptances.includes(readStatus(status)) };
  });

function readRequestId(value: DerValue): number {
  const content = value.integerContent();
  return content.length === 1 && content[0] === 0xff ? -1 : value.smallInteger();
}

/** PKIStatusInfo. */
function readStatus(value: DerValue): number {
  const fields = value.fields();
  const status = fields.next('status').smallInteger();
  fields.optional('text', Tag.sequence)?.items(undefined, { most: mostControls });
  fields.optional('failure', Tag.bitString);
  fields.end();
  return status;
}
