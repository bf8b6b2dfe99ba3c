/** Kinds of objects that actions are done to, as records store them → what a reader of the schema is told. */
export const targetTypes = {
  'acme-account': 'An account of ACME.',
  'acme-authorization': 'An authorization of ACME.',
  'acme-eab-key': 'A key that ties an account of ACME.',
  'acme-order': 'An order of ACME.',
  'audit-record': 'Audit records.',
  'auth-challenge': 'A challenge for one request.',
  'auth-method': 'A method to sign in.',
  'auth-role': 'A role of a method to sign in.',
  'cel-role': 'A CEL role of a mount.',
  certificate: 'A certificate.',
  'cmp-secret': 'A shared secret of CMP.',
  'configuration-version': 'A configuration version.',
  issuer: 'An issuer.',
  key: 'A key of a mount.',
  'managed-key': 'A managed key.',
  membership: 'An account as a member of a team.',
  mount: 'A mount of the certificate authority.',
  organization: 'An organization.',
  'organization-membership': 'An account as a member of an organization, or its invitation.',
  path: 'A path that policies decide on.',
  policy: 'A policy.',
  project: 'A project.',
  'reserved-tag-key': 'A reserved key of tags.',
  role: 'A role of a mount.',
  run: 'A run.',
  'scep-transaction': 'A request for a certificate by SCEP.',
  several: 'Objects of several refusals that one record stands for.',
  site: 'The site.',
  'state-version': 'A state version.',
  'state-version-output': 'An output of a state version.',
  tag: 'A tag.',
  team: 'A team.',
  'team-project': "A team's access to a project.",
  'team-workspace': "A team's access to a workspace.",
  token: 'A token.',
  'token-role': 'A token role.',
  user: 'An account.',
  variable: 'A variable.',
  'variable-set': 'A variable set.',
  webhook: 'A webhook.',
  workspace: 'A workspace.',
} as const;

export type AuditTargetType = keyof typeof targetTypes;

/** Stands for what another version has stored. */
export const otherType = 'other';

export const isTargetType = (text: string): text is AuditTargetType => Object.hasOwn(targetTypes, text);
