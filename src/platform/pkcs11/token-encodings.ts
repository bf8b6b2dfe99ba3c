import type { TokenCurve, TokenHash } from './token-messages.js';

/** `CKA_EC_PARAMS`: object identifiers of curves, DER (RFC 5480). */
const parameters: Readonly<Record<TokenCurve, string>> = {
  P256: '06082a8648ce3d030107',
  P384: '06052b81040022',
  P521: '06052b81040023',
};
/** Octets of a coordinate. */
const coordinate: Readonly<Record<TokenCurve, number>> = { P256: 32, P384: 48, P521: 66 };

export const tokenCurves: readonly TokenCurve[] = ['P256', 'P384', 'P521'];

export const curveParameters = (curve: TokenCurve): Buffer => Buffer.from(parameters[curve], 'hex');

export const curveOf = (der: Uint8Array): TokenCurve | undefined =>
  tokenCurves.find((curve) => curveParameters(curve).equals(der));

/** The uncompressed point of `CKA_EC_POINT`: an OCTET STRING, which some tokens leave out. */
export function pointOf(curve: TokenCurve, value: Uint8Array): Uint8Array | undefined {
  const length = 1 + 2 * coordinate[curve];
  const point = value.subarray(-length);
  const header = value.subarray(0, -length);
  const wrapped = length < 128 ? [4, length] : [4, 0x81, length];
  const fits = header.length === 0 || Buffer.from(wrapped).equals(header);
  return point.length === length && point[0] === 4 && fits ? point : undefined;
}

/** The beginning of a DigestInfo (RFC 8017 9.2, note 1). */
const infos: Readonly<Record<TokenHash, string>> = {
  sha256: '3031300d060960864801650304020105000420',
  sha384: '3041300d060960864801650304020205000430',
  sha512: '3051300d060960864801650304020305000440',
};

/** What PKCS#1 v1.5 pads. */
export const digestInfo = (hash: TokenHash, digest: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(infos[hash], 'hex'), digest]);

/** The number of a slot, as the library's machine writes it. */
export const handleOfSlot = (handle: Buffer): bigint =>
  handle.length === 8 ? handle.readBigUInt64LE() : BigInt(handle.readUInt32LE());
