/** Algorithms that protect messages with a shared secret (RFC 9481 §6). */
export const macOids = {
  passwordBasedMac: '1.2.840.113533.7.66.13',
  pbmac1: '1.2.840.113549.1.5.14',
  pbkdf2: '1.2.840.113549.1.5.12',
} as const;

/** What general messages ask for, and what headers say beside their fields (RFC 9810 §5.1.1, §5.3.19). */
export const infoOids = {
  signKeyPairTypes: '1.3.6.1.5.5.7.4.2',
  currentCrl: '1.3.6.1.5.5.7.4.6',
  unsupportedOids: '1.3.6.1.5.5.7.4.7',
  implicitConfirm: '1.3.6.1.5.5.7.4.13',
  confirmWaitTime: '1.3.6.1.5.5.7.4.14',
  caCerts: '1.3.6.1.5.5.7.4.17',
  rootCaKeyUpdate: '1.3.6.1.5.5.7.4.18',
  certReqTemplate: '1.3.6.1.5.5.7.4.19',
  rootCaCert: '1.3.6.1.5.5.7.4.20',
  certProfile: '1.3.6.1.5.5.7.4.21',
  crlStatusList: '1.3.6.1.5.5.7.4.22',
  crls: '1.3.6.1.5.5.7.4.23',
} as const;

/** Controls of requests (RFC 4211 §6) and of templates for them (RFC 9810 §5.3.19.16). */
export const controlOids = {
  oldCertId: '1.3.6.1.5.5.7.5.1.5',
  algorithm: '1.3.6.1.5.5.7.5.1.11',
  rsaKeyLength: '1.3.6.1.5.5.7.5.1.12',
} as const;

/** Extended key usage of a registration authority (RFC 6402 §2.10). */
export const cmcRaOid = '1.3.6.1.5.5.7.3.28';
