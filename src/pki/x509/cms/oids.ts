/** Object identifiers of CMS by name (RFC 5652, 3370, 3565, 4055, 5753). */

export const contentOids = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  envelopedData: '1.2.840.113549.1.7.3',
} as const;

export const signedAttributeOids = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
} as const;

export const oaepOids = {
  oaep: '1.2.840.113549.1.1.7',
  mgf1: '1.2.840.113549.1.1.8',
  emptyLabel: '1.2.840.113549.1.1.9',
} as const;
