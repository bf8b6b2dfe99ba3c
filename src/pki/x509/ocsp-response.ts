import { revocationReasons, type RevocationReason } from './crl.js';
import {
  contextConstructed,
  contextPrimitive,
  encode,
  enumerated,
  bitString,
  octetString,
  oid,
  sequence,
} from './der-writer.js';
import { X509Error } from './error.js';
import { encodeExtensions, extension, type Extension } from './extension.js';
import type { Name } from './name.js';
import { extensionOids, ocspBasicOid } from './oids.js';
import type { CertId } from './ocsp-request.js';
import type { AsyncSigner, Signer } from './signer.js';
import { encodeGeneralizedTime } from './time.js';

/** OCSPResponseStatus (RFC 6960 4.2.1); 4 is not used. */
export const ocspStatuses = {
  successful: 0,
  malformedRequest: 1,
  internalError: 2,
  tryLater: 3,
  sigRequired: 5,
  unauthorized: 6,
} as const;

export type OcspStatus = keyof typeof ocspStatuses;

/** A response without content. It is not signed. */
export const ocspErrorResponse = (status: Exclude<OcspStatus, 'successful'>): Buffer =>
  sequence(enumerated(ocspStatuses[status]));

export type CertificateStatus =
  | { readonly type: 'good' | 'unknown' }
  | { readonly type: 'revoked'; readonly revokedAt: Date; readonly reason?: RevocationReason | undefined };

/** The status of one certificate. */
export interface SingleResponse {
  readonly certId: Pick<CertId, 'der'>;
  readonly status: CertificateStatus;
  readonly thisUpdate: Date;
  readonly nextUpdate?: Date | undefined;
}

/** The responder: by the SHA-1 of its key's bits (`keyIdentifierOf`), which RFC 5019 prefers, or by its name. */
export type ResponderId = { readonly keyHash: Uint8Array } | { readonly name: Name };

export interface OcspResponseContent {
  readonly responder: ResponderId;
  readonly producedAt: Date;
  readonly responses: readonly SingleResponse[];
  /** The nonce of the request. */
  readonly nonce?: Extension | undefined;
  /** Certificates, DER: that of a delegated responder. Empty if the issuer itself responds. */
  readonly certificates?: readonly Uint8Array[];
}

export const ocspNonce = (nonce: Uint8Array): Extension => extension(extensionOids.ocspNonce, octetString(nonce));

const good = encode(contextPrimitive(0));
const unknown = encode(contextPrimitive(2));

function encodeStatus(status: CertificateStatus): Buffer {
  if (status.type !== 'revoked') return status.type === 'good' ? good : unknown;
  const { revokedAt, reason = 'unspecified' } = status;
  const said = reason === 'unspecified' ? [] : [encode(contextConstructed(0), enumerated(revocationReasons[reason]))];
  return encode(contextConstructed(1), encodeGeneralizedTime(revokedAt), ...said);
}

const encodeSingle = ({ certId, status, thisUpdate, nextUpdate }: SingleResponse): Buffer =>
  sequence(
    certId.der,
    encodeStatus(status),
    encodeGeneralizedTime(thisUpdate),
    ...(nextUpdate === undefined ? [] : [encode(contextConstructed(0), encodeGeneralizedTime(nextUpdate))]),
  );

const encodeResponder = (responder: ResponderId): Buffer =>
  'name' in responder
    ? encode(contextConstructed(1), responder.name.der)
    : encode(contextConstructed(2), octetString(responder.keyHash));

function responseData({ responder, producedAt, responses, nonce }: OcspResponseContent): Buffer {
  if (responses.length === 0) throw new X509Error('invalid_value', 'OCSP response', 'says nothing');
  return sequence(
    encodeResponder(responder),
    encodeGeneralizedTime(producedAt),
    sequence(...responses.map(encodeSingle)),
    ...(nonce === undefined ? [] : [encode(contextConstructed(1), encodeExtensions([nonce]))]),
  );
}

const basicType = oid(ocspBasicOid);
const successful = enumerated(ocspStatuses.successful);

function wrapped(
  tbs: Buffer,
  signer: Signer | AsyncSigner,
  signature: Buffer,
  certificates: readonly Uint8Array[],
): Buffer {
  const basic = sequence(
    tbs,
    signer.algorithm.der,
    bitString(signature),
    ...(certificates.length === 0 ? [] : [encode(contextConstructed(0), sequence(...certificates))]),
  );
  return sequence(successful, encode(contextConstructed(0), sequence(basicType, octetString(basic))));
}

/** A signed response, DER (RFC 6960 4.2). @throws X509Error `invalid_value` */
export function buildOcspResponse(content: OcspResponseContent, signer: Signer): Buffer {
  const tbs = responseData(content);
  return wrapped(tbs, signer, signer.sign(tbs), content.certificates ?? []);
}

/** The same with a signer off the thread. */
export async function buildOcspResponseAsync(content: OcspResponseContent, signer: AsyncSigner): Promise<Buffer> {
  const tbs = responseData(content);
  return wrapped(tbs, signer, await signer.sign(tbs), content.certificates ?? []);
}
