/** Object identifiers by name (RFC 5280, 5480, 4055, 6960, 2985, 4519). */

export const attributeOids = {
  commonName: '2.5.4.3',
  surname: '2.5.4.4',
  serialNumber: '2.5.4.5',
  country: '2.5.4.6',
  locality: '2.5.4.7',
  province: '2.5.4.8',
  streetAddress: '2.5.4.9',
  organization: '2.5.4.10',
  organizationalUnit: '2.5.4.11',
  title: '2.5.4.12',
  postalCode: '2.5.4.17',
  givenName: '2.5.4.42',
  dnQualifier: '2.5.4.46',
  userId: '0.9.2342.19200300.100.1.1',
  domainComponent: '0.9.2342.19200300.100.1.25',
  emailAddress: '1.2.840.113549.1.9.1',
} as const;

export const extensionOids = {
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  issuerAltName: '2.5.29.18',
  basicConstraints: '2.5.29.19',
  crlNumber: '2.5.29.20',
  reasonCode: '2.5.29.21',
  invalidityDate: '2.5.29.24',
  deltaCrlIndicator: '2.5.29.27',
  issuingDistributionPoint: '2.5.29.28',
  nameConstraints: '2.5.29.30',
  crlDistributionPoints: '2.5.29.31',
  certificatePolicies: '2.5.29.32',
  authorityKeyIdentifier: '2.5.29.35',
  extKeyUsage: '2.5.29.37',
  freshestCrl: '2.5.29.46',
  authorityInfoAccess: '1.3.6.1.5.5.7.1.1',
  ocspNonce: '1.3.6.1.5.5.7.48.1.2',
  ocspNoCheck: '1.3.6.1.5.5.7.48.1.5',
} as const;

export const accessMethodOids = { ocsp: '1.3.6.1.5.5.7.48.1', caIssuers: '1.3.6.1.5.5.7.48.2' } as const;

export const policyQualifierOids = { cps: '1.3.6.1.5.5.7.2.1', userNotice: '1.3.6.1.5.5.7.2.2' } as const;

export const ocspBasicOid = '1.3.6.1.5.5.7.48.1.1';

export const requestAttributeOids = {
  challengePassword: '1.2.840.113549.1.9.7',
  extensionRequest: '1.2.840.113549.1.9.14',
} as const;

export const keyOids = {
  rsa: '1.2.840.113549.1.1.1',
  rsaPss: '1.2.840.113549.1.1.10',
  ec: '1.2.840.10045.2.1',
  ed25519: '1.3.101.112',
} as const;

/** ML-DSA by its parameter sets (RFC 9881 2). */
export const mldsaOids = {
  44: '2.16.840.1.101.3.4.3.17',
  65: '2.16.840.1.101.3.4.3.18',
  87: '2.16.840.1.101.3.4.3.19',
} as const;

/** Named curves by the size of their keys in bits (RFC 5480). */
export const curveOids = {
  224: '1.3.132.0.33',
  256: '1.2.840.10045.3.1.7',
  384: '1.3.132.0.34',
  521: '1.3.132.0.35',
} as const;
