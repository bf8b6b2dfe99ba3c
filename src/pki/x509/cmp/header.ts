import { contextConstructed, encode, integer, octetString, oid, sequence, utf8String } from '../der-writer.js';
import type { DerValue } from '../der-reader.js';
import { encodeGeneralName, readGeneralName } from '../general-name.js';
import type { GeneralName } from '../general-name.js';
import { encodeGeneralizedTime } from '../time.js';

/** InfoTypeAndValue (RFC 9810 §5.1.1). */
export interface CmpInfo {
  readonly type: string;
  readonly value: DerValue | undefined;
}

/** PKIHeader of a message that came in (RFC 9810 §5.1.1). */
export interface CmpHeader {
  readonly version: number;
  readonly sender: GeneralName;
  readonly recipient: GeneralName;
  readonly time: Date | undefined;
  /** AlgorithmIdentifier. */
  readonly protection: DerValue | undefined;
  readonly senderKeyId: Buffer | undefined;
  readonly transactionId: Buffer | undefined;
  readonly senderNonce: Buffer | undefined;
  readonly recipientNonce: Buffer | undefined;
  readonly infos: readonly CmpInfo[];
}

/** Of a message, or in a header. */
const mostInfos = 50;

export function readInfos(value: DerValue): CmpInfo[] {
  return value.items(undefined, { empty: true, most: mostInfos }).map((item) => {
    const fields = item.fields();
    const type = fields.next('type of information').oid();
    const inside = fields.more() ? fields.next(`information ${type}`) : undefined;
    fields.end();
    return { type, value: inside };
  });
}

export function readHeader(value: DerValue): CmpHeader {
  const fields = value.named('header').fields();
  const version = fields.next('version').smallInteger();
  const sender = readGeneralName(fields.next('sender'));
  const recipient = readGeneralName(fields.next('recipient'));
  const optional = (number: number, what: string) =>
    fields.optional(what, contextConstructed(number))?.inner(contextConstructed(number));
  const header = {
    version,
    sender,
    recipient,
    time: optional(0, 'time')?.time(),
    protection: optional(1, 'protection algorithm'),
    senderKeyId: optional(2, 'key identifier of the sender')?.octets(),
    recipientKeyId: optional(3, 'key identifier of the recipient')?.octets(),
    transactionId: optional(4, 'transaction identifier')?.octets(),
    senderNonce: optional(5, 'nonce of the sender')?.octets(),
    recipientNonce: optional(6, 'nonce of the recipient')?.octets(),
    freeText: optional(7, 'free text')?.items(undefined, { most: mostInfos }),
    infos: readInfosOf(optional(8, 'general information')),
  };
  fields.end();
  return header;
}

const readInfosOf = (value: DerValue | undefined) => (value ? readInfos(value) : []);

/** The same of a message that goes out. */
export interface CmpHeaderDraft {
  readonly version: number;
  readonly sender: GeneralName;
  readonly recipient: GeneralName;
  readonly time: Date | undefined;
  /** AlgorithmIdentifier, DER; absent for a message that nothing protects. */
  readonly protection?: Uint8Array | undefined;
  readonly senderKeyId?: Uint8Array | undefined;
  readonly transactionId?: Uint8Array | undefined;
  readonly senderNonce?: Uint8Array | undefined;
  readonly recipientNonce?: Uint8Array | undefined;
  /** InfoTypeAndValue, DER. */
  readonly infos?: readonly Uint8Array[];
}

export function encodeHeader(draft: CmpHeaderDraft): Buffer {
  const tagged = (number: number, value: Uint8Array | undefined) =>
    value === undefined ? [] : [encode(contextConstructed(number), value)];
  const octets = (number: number, value: Uint8Array | undefined) =>
    tagged(number, value === undefined ? undefined : octetString(value));
  const { infos = [] } = draft;
  return sequence(
    integer(draft.version),
    encodeGeneralName(draft.sender),
    encodeGeneralName(draft.recipient),
    ...tagged(0, draft.time && encodeGeneralizedTime(draft.time)),
    ...tagged(1, draft.protection),
    ...octets(2, draft.senderKeyId),
    ...octets(4, draft.transactionId),
    ...octets(5, draft.senderNonce),
    ...octets(6, draft.recipientNonce),
    ...tagged(8, infos.length === 0 ? undefined : sequence(...infos)),
  );
}

export const encodeInfo = (type: string, value?: Uint8Array): Buffer =>
  sequence(oid(type), ...(value === undefined ? [] : [value]));

/** GenMsgContent, GenRepContent. */
export const encodeInfos = (infos: readonly Uint8Array[]): Buffer => sequence(...infos);

/** PKIFreeText. */
export const freeText = (...texts: readonly string[]): Buffer => sequence(...texts.map(utf8String));
