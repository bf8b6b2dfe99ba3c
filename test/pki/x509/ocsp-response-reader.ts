import type { KeyObject } from 'node:crypto';
import { readSignatureAlgorithm, type NamedAlgorithm } from '../../../src/pki/x509/algorithm.js';
import { readReason } from '../../../src/pki/x509/crl-reader.js';
import { contextConstructed, contextPrimitive } from '../../../src/pki/x509/der-writer.js';
import { readDer, type DerValue } from '../../../src/pki/x509/der-reader.js';
import { readExtensions, type Extension } from '../../../src/pki/x509/extension.js';
import { readOne } from '../../../src/pki/x509/extension-set.js';
import { Name } from '../../../src/pki/x509/name.js';
import { extensionOids, ocspBasicOid } from '../../../src/pki/x509/oids.js';
import { readCertId, readNonce, type CertId } from '../../../src/pki/x509/ocsp-request.js';
import {
  ocspStatuses,
  type CertificateStatus,
  type OcspStatus,
  type ResponderId,
} from '../../../src/pki/x509/ocsp-response.js';
import { verifySignature } from '../../../src/pki/x509/signer.js';

export interface ReadSingleResponse {
  readonly certId: CertId;
  readonly status: CertificateStatus;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date | undefined;
}

/** The signed part of a response. */
export interface BasicOcspResponse {
  readonly tbs: Buffer;
  readonly responder: ResponderId;
  readonly producedAt: Date;
  readonly responses: readonly ReadSingleResponse[];
  readonly nonce: Buffer | undefined;
  readonly extensions: readonly Extension[];
  readonly algorithm: NamedAlgorithm;
  readonly signature: Buffer;
  /** Certificates in the response, DER. */
  readonly certificates: readonly Buffer[];
}

export interface OcspResponse {
  readonly status: OcspStatus;
  /** Present if and only if the status is successful. */
  readonly basic: BasicOcspResponse | undefined;
}

const maxResponseBytes = 512 * 1024;

const isOcspStatus = (name: string): name is OcspStatus => Object.hasOwn(ocspStatuses, name);

/** @throws X509Error `malformed`, `unsupported` (a type other than basic), `too_large` */
export function parseOcspResponse(der: Uint8Array): OcspResponse {
  const outer = readDer(der, 'OCSP response', { maxBytes: maxResponseBytes }).fields();
  const number = outer.next('status');
  const found = number.enumerated();
  const status = Object.keys(ocspStatuses)
    .filter(isOcspStatus)
    .find((name) => ocspStatuses[name] === found);
  if (status === undefined) throw number.fail(`no status ${found}`);
  const bytes = outer.optional('content', contextConstructed(0));
  outer.end();
  if ((status === 'successful') !== (bytes !== undefined)) throw number.fail('content and status disagree');
  return { status, basic: bytes && readBytes(bytes) };
}

function readBytes(value: DerValue): BasicOcspResponse {
  const fields = value.inner(contextConstructed(0)).fields();
  const type = fields.next('type');
  const basic = fields.next('content');
  fields.end();
  if (type.oid() !== ocspBasicOid) throw type.fail('not a basic response');
  return readBasic(basic.nested('OCSP response content'));
}

function readBasic(value: DerValue): BasicOcspResponse {
  const outer = value.fields();
  const tbs = outer.next('data');
  const algorithm = readSignatureAlgorithm(outer.next('signature algorithm'));
  const signature = outer.next('signature').bitOctets();
  const certificates =
    outer.optional('certificates', contextConstructed(0))?.inner(contextConstructed(0)).items() ?? [];
  outer.end();
  const fields = tbs.fields();
  const version = fields.optional('version', contextConstructed(0));
  if (version !== undefined && version.inner(contextConstructed(0)).smallInteger() !== 0)
    throw version.fail('not version 1');
  const responder = readResponder(fields.next('responder'));
  const producedAt = fields.next('produced at').time();
  const responses = fields.next('responses').items().map(readSingle);
  const list = fields.optional('extensions', contextConstructed(1));
  fields.end();
  const extensions = list === undefined ? [] : readExtensions(list.inner(contextConstructed(1)));
  return {
    tbs: tbs.encoded(),
    responder,
    producedAt,
    responses,
    nonce: readOne(extensions, extensionOids.ocspNonce, readNonce),
    extensions,
    algorithm,
    signature,
    certificates: certificates.map((each) => each.encoded()),
  };
}

function readResponder(value: DerValue): ResponderId {
  return value.tag === contextConstructed(1)
    ? { name: Name.read(value.inner(contextConstructed(1))) }
    : { keyHash: value.inner(contextConstructed(2)).octets() };
}

function readSingle(item: DerValue): ReadSingleResponse {
  const fields = item.fields();
  const certId = readCertId(fields.next('certificate'));
  const status = readStatus(fields.next('status'));
  const thisUpdate = fields.next('this update').time();
  const nextUpdate = fields.optional('next update', contextConstructed(0))?.inner(contextConstructed(0)).time();
  const list = fields.optional('extensions', contextConstructed(1));
  fields.end();
  if (list !== undefined) readExtensions(list.inner(contextConstructed(1)));
  return { certId, status, thisUpdate, nextUpdate };
}

function readStatus(value: DerValue): CertificateStatus {
  switch (value.tag) {
    case contextPrimitive(0):
    case contextPrimitive(2):
      if (value.octets(value.tag).length > 0) throw value.fail('a status with content');
      return { type: value.tag === contextPrimitive(0) ? 'good' : 'unknown' };
    default: {
      const fields = value.fields(contextConstructed(1));
      const revokedAt = fields.next('revocation time').time();
      const reason = fields.optional('reason', contextConstructed(0));
      fields.end();
      return { type: 'revoked', revokedAt, reason: reason && readReason(reason.inner(contextConstructed(0))) };
    }
  }
}

/** @throws X509Error `weak`, `unsupported`, `bad_signature` */
export const verifyOcspResponse = (response: BasicOcspResponse, responderKey: KeyObject): void => {
  verifySignature(response, responderKey, 'OCSP response');
};
