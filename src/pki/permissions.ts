/**
 * The permission for each root field of the certificate authority: the capability and the path of its REST call, below `/v1`, for which the caller's policies
 * are checked. `public` needs no token, like that call; `token` needs any valid one. A field with two permissions needs only one of them, and a `deny` at one
 * denies it.
 *
 * Services check them (`MountAccess`, `PathPolicies`). A test compares that they check exactly these, that nothing is missing, and that objects show no more
 * than REST does. The additional permissions for fields of objects are in `src/pki/read-rights.ts`.
 */
export const rootRights: Readonly<Record<string, readonly string[]>> = {
  // Mounts and their settings
  mounts: ['read sys/mounts'],
  mount: ['read sys/mounts/:mount'],
  tunedMount: ['read sys/mounts/:mount/tune'],
  visibleMounts: ['read sys/internal/ui/mounts'],
  mountOfPath: ['read sys/internal/ui/mounts/:mount'],
  createMount: ['update sys/mounts/:new'],
  tuneMount: ['update sys/mounts/:mount/tune'],
  moveMount: ['update+sudo sys/remount'],
  mountMove: ['read sys/remount/status/:move'],
  deleteMount: ['delete sys/mounts/:gone'],
  urlsConfig: ['read :mount/config/urls'],
  clusterConfig: ['read :mount/config/cluster'],
  crlConfig: ['read :mount/config/crl'],
  issuersConfig: ['read :mount/config/issuers'],
  defaultKey: ['read :mount/config/keys'],
  configureUrls: ['update :mount/config/urls'],
  configureCluster: ['update :mount/config/cluster'],
  configureCrl: ['update :mount/config/crl'],
  configureIssuers: ['update :mount/config/issuers'],
  configureKeys: ['update :mount/config/keys'],

  // Issuers and keys
  issuers: ['public'],
  issuer: ['read :mount/issuer/:ref'],
  updateIssuer: ['update :mount/issuer/:ref'],
  revokeIssuer: ['update :mount/issuer/:ref/revoke'],
  deleteIssuer: ['delete :mount/issuer/:ref'],
  generateRoot: ['update :mount/root/generate/internal', 'update :mount/issuers/generate/root/internal'],
  rotateRoot: ['update :mount/root/rotate/internal'],
  replaceRoot: ['update :mount/root/replace'],
  deleteRoot: ['delete+sudo :mount/root'],
  generateIntermediate: [
    'update :mount/intermediate/generate/internal',
    'update :mount/issuers/generate/intermediate/internal',
  ],
  crossSignIntermediate: ['update :mount/intermediate/cross-sign'],
  importIssuers: ['update :mount/issuers/import/bundle'],
  issuerKeys: ['list :mount/keys/'],
  issuerKey: ['read :mount/key/:ref'],
  generateKey: ['update :mount/keys/generate/internal'],
  importKey: ['update :mount/keys/import'],
  updateKey: ['update :mount/key/:ref'],
  deleteKey: ['delete :mount/key/:ref'],

  // Roles and issuance
  roles: ['list :mount/roles/'],
  roleNames: ['list :mount/roles/'],
  role: ['read :mount/roles/:role'],
  createRole: ['update :mount/roles/:role'],
  updateRole: ['patch :mount/roles/:role'],
  deleteRole: ['delete :mount/roles/:role'],
  issueCertificate: ['update :mount/issue/:role'],
  explainIssuance: ['update :mount/issue/:role'],
  signCertificate: ['update :mount/sign/:role'],
  celRoles: ['list :mount/cel/roles/'],
  celRoleNames: ['list :mount/cel/roles/'],
  celRole: ['read :mount/cel/roles/:role'],
  createCelRole: ['update :mount/cel/roles/:role'],
  updateCelRole: ['patch :mount/cel/roles/:role'],
  deleteCelRole: ['delete :mount/cel/roles/:role'],
  issueByCelRole: ['update :mount/cel/issue/:role'],
  signByCelRole: ['update :mount/cel/sign/:role'],
  explainCelIssuance: ['update :mount/cel/issue/:role'],
  externalPolicy: ['read :mount/config/external-policy'],
  configureExternalPolicy: ['update :mount/config/external-policy'],
  issueByExternalPolicy: ['update :mount/external-policy/issue'],
  signByExternalPolicy: ['update :mount/external-policy/sign'],
  signIntermediateByExternalPolicy: ['update :mount/external-policy/sign-intermediate'],
  signVerbatim: ['update :mount/sign-verbatim'],
  signIntermediate: ['update :mount/root/sign-intermediate'],
  signSelfIssued: ['update+sudo :mount/root/sign-self-issued'],

  // Certificates, revocation, CRLs
  certificate: ['public'],
  certificates: ['list :mount/certs/'],
  certificateSerialNumbers: ['list :mount/certs/'],
  certificateDetails: ['list :mount/certs/'],
  revocations: ['list :mount/certs/revoked/'],
  revokedSerialNumbers: ['list :mount/certs/revoked/'],
  revokeCertificate: ['update :mount/revoke'],
  revokeCertificateWithKey: ['update :mount/revoke-with-key'],
  lease: ['update sys/leases/lookup'],
  leaseToRenew: ['update sys/leases/renew'],
  leaseKeys: ['list+sudo sys/leases/lookup/:below/'],
  revokeLease: ['update sys/leases/revoke'],
  revokeLeases: ['update+sudo sys/leases/revoke-prefix/:prefix'],
  crl: ['public'],
  rotateCrl: ['read :mount/crl/rotate'],
  resignCrls: ['update :mount/issuer/:ref/resign-crls'],
  signRevocationList: ['update :mount/issuer/:ref/sign-revocation-list'],
  delegateOcsp: ['update :mount/issuer/:ref/ocsp-delegate'],
  endOcspDelegation: ['delete :mount/issuer/:ref/ocsp-delegate'],

  // Events
  certificateEvents: ['list :mount/certs/'],
  crlEvents: ['token'],
  roleEvents: ['list :mount/roles/'],
  celRoleEvents: ['list :mount/cel/roles/'],
  mountJobEvents: ['token'],
};

/** Types whose objects are shown completely to every caller who gets one: the field that leads to them checks the permission for all of it. */
export const shownWhole: ReadonlySet<string> = new Set([
  // An edge to a mount checks for itself, with the path of its list.
  'Mount',
  ...[
    'Revocation',
    'Lease',
    'Crl',
    'PublishedCrl',
    'CertificateEvent',
    'CrlEvent',
    'RoleEvent',
    'CelRoleEvent',
    'MountJobEvent',
  ],
  ...['UrlsConfig', 'ClusterConfig', 'CrlConfig', 'IssuersConfig', 'ExternalPolicy'],
  // Created for this caller and returned to it.
  ...['GeneratedRoot', 'GeneratedCsr', 'IssuedCertificate', 'IssuanceExplanation', 'OcspDelegation'],
  ...[
    'MountMove',
    'CertificateNames',
    'CertificateFingerprints',
    'CertificateUrls',
    'BasicConstraints',
    'ExpiryBucket',
  ],
  'PolicyIdentifier',
  'CelVariable',
  'BrokenRule',
  'PlannedCertificateType',
  'CrossSignedRoot',
  'ImportedPair',
]);
