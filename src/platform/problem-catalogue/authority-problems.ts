import type { CatalogueRow } from './row.js';

const nameAnother = 'List what exists and name one of those.';

/** Problems of the certificate authority. */
export const authorityProblems = {
  // Certificate authority
  MOUNT_NOT_FOUND: {
    text: 'no handler for route "<path>". route entry not found.',
    meaning: 'Nothing is mounted at the path.',
    remedy: nameAnother,
    type: 'GenericProblem',
    inErrors: true,
    rest: 'authority',
    absence: true,
  },
  PATH_IN_USE: {
    text: 'path is already in use at <path>/',
    remedy: 'Choose a path that is free and not inside another mount.',
    type: 'GenericProblem',
    rest: 'authority',
  },
  ISSUER_NOT_FOUND: {
    text: 'unable to find PKI issuer for reference: <reference>',
    remedy: nameAnother,
    type: 'GenericProblem',
    inErrors: true,
    rest: 'authority',
    absence: true,
  },
  KEY_NOT_FOUND: {
    text: 'unable to find PKI key for reference: <reference>',
    remedy: nameAnother,
    type: 'GenericProblem',
    inErrors: true,
    rest: 'authority',
    absence: true,
  },
  ISSUER_NOT_USABLE: {
    text: 'this issuer cannot be used for that: <usage>',
    remedy: 'Use another issuer, or change the usage of this one.',
    type: 'GenericProblem',
    inErrors: true,
    rest: 'authority',
  },
  UNKNOWN_ROLE: {
    text: 'unknown role: <name>',
    remedy: nameAnother,
    type: 'GenericProblem',
    inErrors: true,
    rest: 'authority',
    absence: true,
  },
  CERTIFICATE_NOT_FOUND: {
    text: 'certificate with serial <serial> not found',
    remedy: 'Check the serial number. If the role stores no certificates, revoke the certificate by its PEM.',
    type: 'GenericProblem',
    inErrors: true,
    rest: 'authority',
    absence: true,
  },
  LEASE_NOT_FOUND: {
    text: 'invalid lease',
    meaning: 'The lease does not exist, or it has ended.',
    remedy: 'Check the id of the lease.',
    type: 'GenericProblem',
    inErrors: true,
    rest: 'authority',
    absence: true,
  },
  TOKEN_NOT_FOUND: {
    text: 'bad token',
    meaning: 'There is no such token, or it has ended.',
    remedy: 'Check the text of the token.',
    type: 'GenericProblem',
    inErrors: true,
    rest: 'authority',
    absence: true,
  },
  ACCESSOR_NOT_FOUND: {
    text: 'invalid accessor',
    meaning: 'No token has this accessor, or the token has ended.',
    remedy: 'Check the accessor. `LIST auth/token/accessors` has those of all tokens.',
    type: 'GenericProblem',
    inErrors: true,
    rest: 'authority',
    absence: true,
  },
  ISSUER_ON_OWN_CRL: {
    text: 'adding issuer (id: <id>) to its own CRL is not allowed',
    remedy: 'Revoke it in the mount that issued it.',
    type: 'GenericProblem',
    rest: 'authority',
  },
  CRL_TOO_LARGE: {
    text: 'The CRL would hold more entries than max_crl_entries allows',
    remedy: 'Tidy expired certificates, or raise `maxCrlEntries` of the mount.',
    type: 'LimitProblem',
    inErrors: true,
    rest: 'authority',
  },
  REQUEST_REFUSED: {
    text: 'The request breaks a rule of the role or of the authority',
    remedy: 'Correct what `field` and `rule` name, use another role, or have this role changed.',
    type: 'BrokenRuleProblem',
    inErrors: true,
    rest: 'authority',
  },
} as const satisfies Readonly<Record<string, CatalogueRow>>;
