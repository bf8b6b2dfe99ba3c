/** Bits of PKIFailureInfo (RFC 9810 §5.2.3). */
export const failureBits = {
  badAlg: 0,
  badMessageCheck: 1,
  badRequest: 2,
  badTime: 3,
  badCertId: 4,
  badDataFormat: 5,
  wrongAuthority: 6,
  incorrectData: 7,
  badPOP: 9,
  certRevoked: 10,
  certConfirmed: 11,
  wrongIntegrity: 12,
  badRecipientNonce: 13,
  unacceptedExtension: 16,
  addInfoNotAvailable: 17,
  badSenderNonce: 18,
  badCertTemplate: 19,
  signerNotTrusted: 20,
  transactionIdInUse: 21,
  unsupportedVersion: 22,
  notAuthorized: 23,
  systemUnavail: 24,
  systemFailure: 25,
} as const;

export type CmpFailure = keyof typeof failureBits;

/** PKIStatus (RFC 9810 §5.2.3), as far as it is given here. */
export const statuses = { accepted: 0, grantedWithMods: 1, rejection: 2 } as const;

export type CmpStatus = keyof typeof statuses;
