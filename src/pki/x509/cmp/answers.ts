import { contextConstructed, encode, integer, namedBits, nullValue, oid, sequence, Tag } from '../der-writer.js';
import { signatureAlgorithms } from '../algorithm.js';
import { encodeGeneralName } from '../general-name.js';
import type { KeySpec } from '../key.js';
import type { Name } from '../name.js';
import { curveOids, keyOids } from '../oids.js';
import { encodeSerialNumber } from '../serial-number.js';
import type { SerialNumber } from '../serial-number.js';
import { failureBits, statuses } from './failures.js';
import type { CmpFailure, CmpStatus } from './failures.js';
import { encodeInfo, freeText } from './header.js';
import { controlOids, infoOids } from './oids.js';

/** PKIStatusInfo, as it is told to a client. */
export interface StatusInfo {
  readonly status: CmpStatus;
  readonly text?: string;
  readonly failure?: CmpFailure;
}

const encodeStatus = ({ status, text, failure }: StatusInfo): Buffer =>
  sequence(
    integer(statuses[status]),
    ...(text === undefined ? [] : [freeText(text)]),
    ...(failure === undefined ? [] : [namedBits([failureBits[failure]])]),
  );

/** Of a request that had no number (RFC 9483 §4.1.4). */
export const noRequestId = -1;

const requestId = (id: number): Buffer => (id === noRequestId ? encode(Tag.integer, Uint8Array.of(0xff)) : integer(id));

/** CertRepMessage with one answer (RFC 9810 §5.3.4). */
export function encodeCertAnswer({
  id,
  status,
  certificate,
  authorities = [],
}: {
  readonly id: number;
  readonly status: StatusInfo;
  /** DER. */
  readonly certificate?: Uint8Array;
  /** Certificates of roots, for a client that has nothing to trust yet. */
  readonly authorities?: readonly Uint8Array[];
}): Buffer {
  const response = sequence(
    requestId(id),
    encodeStatus(status),
    ...(certificate === undefined ? [] : [sequence(encode(contextConstructed(0), certificate))]),
  );
  const known = authorities.length === 0 ? [] : [encode(contextConstructed(1), sequence(...authorities))];
  return sequence(...known, sequence(response));
}

/** RevRepContent with one answer (RFC 9810 §5.3.10). */
export const encodeRevocationAnswer = (
  status: StatusInfo,
  revoked?: { readonly issuer: Name; readonly serialNumber: SerialNumber },
): Buffer =>
  sequence(
    sequence(encodeStatus(status)),
    ...(revoked === undefined
      ? []
      : [
          encode(
            contextConstructed(0),
            sequence(
              sequence(
                encodeGeneralName({ type: 'directoryName', name: revoked.issuer }),
                encodeSerialNumber(revoked.serialNumber),
              ),
            ),
          ),
        ]),
  );

/** ErrorMsgContent (RFC 9810 §5.3.21). */
export const encodeError = (status: StatusInfo): Buffer => sequence(encodeStatus(status));

/** PKIConfirmContent. */
export const confirmContent = nullValue;

/** RFC 9810 §5.3.19.2. */
export const signKeyPairTypes = (): Buffer =>
  encodeInfo(infoOids.signKeyPairTypes, sequence(...signatureAlgorithms.map(({ der }) => der)));

/** Several certificates or CRLs; nothing if there are none. */
export const listInfo = (type: string, items: readonly Uint8Array[]): Buffer =>
  encodeInfo(type, items.length === 0 ? undefined : sequence(...items));

/** RFC 9810 §5.3.19.7. */
export const unsupportedInfo = (types: readonly string[]): Buffer =>
  encodeInfo(infoOids.unsupportedOids, sequence(...types.map(oid)));

/** RootCaKeyUpdateContent (RFC 9810 §5.3.19.15). */
export const rootUpdateInfo = (update: {
  readonly newWithNew: Uint8Array;
  readonly newWithOld?: Uint8Array | undefined;
  readonly oldWithNew?: Uint8Array | undefined;
}): Buffer =>
  encodeInfo(
    infoOids.rootCaKeyUpdate,
    sequence(
      update.newWithNew,
      ...(update.newWithOld ? [encode(contextConstructed(0), update.newWithOld)] : []),
      ...(update.oldWithNew ? [encode(contextConstructed(1), update.oldWithNew)] : []),
    ),
  );

/** CertReqTemplateContent (RFC 9810 §5.3.19.16). @param key what keys are taken; undefined for any */
export function templateInfo(
  { subject }: { readonly subject: Uint8Array | undefined },
  key: KeySpec | undefined,
): Buffer {
  const template = sequence(...(subject ? [encode(contextConstructed(5), subject)] : []));
  const keys = key === undefined ? [] : [sequence(keyControl(key))];
  return encodeInfo(infoOids.certReqTemplate, sequence(template, ...keys));
}

function keyControl(key: KeySpec): Buffer {
  if (key.type === 'rsa') return sequence(oid(controlOids.rsaKeyLength), integer(key.bits));
  const algorithm =
    key.type === 'ec'
      ? sequence(oid(keyOids.ec), oid(curveOids[key.bits]))
      : (signatureAlgorithms.find(({ scheme }) => scheme === (key.type === 'mldsa' ? `ml-dsa-${key.bits}` : key.type))
          ?.der ?? sequence());
  return sequence(oid(controlOids.algorithm), algorithm);
}
