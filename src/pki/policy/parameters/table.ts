import {
  addresses,
  cnValidations,
  duration,
  extKeyUsages,
  flag,
  format,
  keyIdentifier,
  keyType,
  keyUsages,
  lintProfile,
  lintSeverity,
  list,
  notBeforeBound,
  of,
  networks,
  otherNames,
  pem,
  policies,
  privateKeyFormat,
  serialNumberSource,
  text,
  time,
  trimmed,
  whole,
} from './parameter.js';

const leaf = ['issue', 'sign'] as const;
const requested = [...leaf, 'verbatim'] as const;
/** Creating an authority needs its names; creating it here also needs the format of its key. */
const made = ['root', 'csr'] as const;
const authority = ['intermediate', ...made] as const;
/** Validity, and limits on what is below the authority. */
const certified = ['intermediate', 'root'] as const;
/** An external policy service decides on everything else. */
const external = ['externalIssue', 'externalSign'] as const;
const shown = [...requested, ...authority, ...external] as const;
const signing = ['verbatim', ...authority] as const;
const named = [...leaf, ...authority] as const;

const usualUsages = ['DigitalSignature', 'KeyAgreement', 'KeyEncipherment'];
const authorityUsages = ['CRL', 'CertSign'];

/**
 * Every parameter of roles and requests, by its name in Vault's API: type, default, and a description for each operation that uses it. The fields of GraphQL,
 * of REST documents, and the REST help come from here. Roles come first, in the order of "Create/update role". docs/architecture.md, "One fact, one place",
 * says what a new one needs.
 */
export const parameters = {
  // True
  allow_localhost: flag(true, { role: 'Allows localhost and localdomain as names.' }),
  allow_wildcard_certificates: flag(true, {
    role: 'Allows names with a wildcard in the leftmost label. If false, not even `allowAnyName` allows them.',
  }),
  enforce_hostnames: flag(true, {
    role: 'Allows only host names in common names, in DNS names and in the domains of e-mail addresses.',
  }),
  allow_ip_sans: flag(true, { role: 'Allows IP addresses as alternative names.' }),
  server_flag: flag(true, { role: 'Certificates are for servers (extended key usage).' }),
  client_flag: flag(true, { role: 'Certificates are for clients (extended key usage).' }),
  use_csr_common_name: flag(true, { role: 'Uses the common name of the signing request, if it has one.' }),
  use_csr_sans: flag(true, {
    role: 'Uses the alternative names of the signing request instead of those among the parameters.',
  }),
  require_cn: flag(true, { role: 'Requires a common name.' }),

  // False
  allow_bare_domains: flag(false, { role: 'Allows the allowed domains themselves.' }),
  allow_subdomains: flag(false, { role: 'Allows names below the allowed domains, including wildcard names.' }),
  allow_glob_domains: flag(false, { role: 'Allows patterns in the allowed domains, where * stands for any text.' }),
  allow_any_name: flag(false, { role: 'Allows every valid name.' }),
  allowed_domains_template: flag(false, { role: 'Allows {{identity…}} templates in the allowed domains.' }),
  allowed_uri_sans_template: flag(false, { role: 'Allows {{identity…}} templates in the allowed URIs.' }),
  allow_globs_in_identity_templates: flag(false, {
    role: 'Lets values of {{identity…}} templates contain *, which is a pattern then: only for names that callers cannot choose.',
  }),
  code_signing_flag: flag(false, { role: 'Certificates are for code signing (extended key usage).' }),
  email_protection_flag: flag(false, { role: 'Certificates are for e-mail (extended key usage).' }),
  use_pss: flag(false, of(['role', ...signing], 'RSA issuers sign with PSS instead of PKCS#1 v1.5.')),
  generate_lease: flag(false, { role: 'Creates a lease for each certificate.' }),
  no_store: flag(false, {
    role: 'Does not store certificates. They cannot be listed or revoked by serial number.',
  }),
  no_store_metadata: flag(false, { role: 'Does not store metadata for certificates.' }),
  basic_constraints_valid_for_non_ca: flag(false, {
    ...of(['role', 'verbatim'], 'Adds basic constraints that say that the certificate is not a CA certificate.'),
  }),

  // Empty
  allowed_domains: list([], {
    role: 'The allowed domains. Other fields say whether names may be equal to them or below them.',
  }),
  allowed_uri_sans: list([], { role: 'Patterns of the URIs that are allowed as alternative names.' }),
  allowed_ip_sans_cidr: networks([], {
    role: 'Ranges of the IP addresses that are allowed, in CIDR form. An empty list allows all addresses.',
  }),
  allowed_other_sans: otherNames([], {
    role: 'Patterns of the other names that are allowed, <oid>;UTF8:<value>. A single * allows all.',
  }),
  allowed_serial_numbers: list([], { role: 'Patterns of the serial numbers that are allowed in the subject.' }),
  allowed_user_ids: list([], { role: 'Patterns of the user ids that are allowed in the subject.' }),
  ext_key_usage: extKeyUsages([], {
    role: 'Names of extended key usages, in addition to those of the flags.',
    verbatim: 'Names of extended key usages, if the signing request has no such extension.',
    ...of(certified, 'Names of extended key usages. They limit what certificates below it are for.'),
  }),
  ext_key_usage_oids: list([], {
    role: 'Object identifiers of extended key usages.',
    verbatim: 'Object identifiers of extended key usages, if the signing request has no such extension.',
    ...of(certified, 'Object identifiers of extended key usages.'),
  }),
  policy_identifiers: policies([], {
    role: 'Certificate policies under which certificates are issued: object identifiers, or objects with oid, cps and notice. Only the size of a request limits their number.',
  }),
  ou: list([], of(['role', ...authority], 'OU (organizational unit) of the subject.')),
  organization: list([], of(['role', ...authority], 'O (organization) of the subject.')),
  country: list([], of(['role', ...authority], 'C (country) of the subject.')),
  locality: list([], of(['role', ...authority], 'L (locality) of the subject.')),
  province: list([], of(['role', ...authority], 'ST (province) of the subject.')),
  street_address: list([], of(['role', ...authority], 'Street address of the subject.')),
  postal_code: list([], of(['role', ...authority], 'Postal code of the subject.')),
  not_before: time('', {
    role: 'Fixed beginning of the validity of certificates, YYYY-MM-ddTHH:MM:SSZ. It replaces `notBeforeDuration` and what requests ask for.',
    ...of(
      [...requested, ...certified],
      'Beginning of the validity of the certificate, YYYY-MM-ddTHH:MM:SSZ. It replaces `notBeforeDuration`.',
    ),
  }),
  not_after: time('', {
    role: 'Fixed end of the validity of certificates, YYYY-MM-ddTHH:MM:SSZ, at most 9999-12-31T23:59:59Z.',
    ...of(
      [...requested, ...certified],
      'End of the validity of the certificate, YYYY-MM-ddTHH:MM:SSZ. It replaces ttl.',
    ),
  }),

  // The rest of a role
  ttl: duration(0, {
    role: 'Time to live if the request gives none. 0 uses the default of the mount.',
    ...of(leaf, 'Time to live. Defaults to that of the role.'),
    verbatim: 'Time to live. Defaults to that of the role, if any, or of the mount.',
    ...of(certified, 'Time to live. Defaults to that of the mount.'),
  }),
  max_ttl: duration(0, { role: 'Longest time to live. 0 uses the limit of the mount.' }),
  key_type: keyType(
    'rsa',
    {
      role: 'Type of key: rsa, ec, ed25519, mldsa, or any. With any, requests to issue say which.',
      issue: 'Type of the key: rsa, ec, ed25519 or mldsa. Only for a role with any, which requires it.',
      ...of([...made, 'key', 'externalIssue'], 'Type of the key: rsa, ec, ed25519 or mldsa.'),
    },
    { issue: '' },
  ),
  key_bits: whole(0, {
    role: 'Size of generated keys, and smallest size of keys in signing requests, in bits. 0 means 2048 for rsa, 256 for ec and 65 for mldsa.',
    issue: 'Size of the key in bits, as for a role. Only for a role with any. 0 means that of the role.',
    ...of(
      [...made, 'key', 'externalIssue'],
      'Size of the key in bits. RSA: 2048, 3072, 4096 or 8192; EC: 224, 256, 384 or 521; ML-DSA: 44, 65 or 87. 0 means 2048 for RSA, 256 for EC and 65 for ML-DSA.',
    ),
  }),
  signature_bits: whole(0, {
    role: 'Size of the SHA-2 hash in signatures of RSA issuers: 256, 384 or 512 bits. 0 chooses one that suits the key.',
    ...of(
      signing,
      'Size of the SHA-2 hash in signatures of RSA issuers: 256, 384 or 512 bits. 0 chooses one that suits the key.',
    ),
  }),
  key_usage: keyUsages(
    usualUsages,
    {
      role: 'Names of key usages. With an empty list, certificates do not have the extension.',
      verbatim: 'Names of key usages, if the signing request has no such extension. An empty list adds no extension.',
      ...of(certified, 'Names of key usages, in addition to those that every CA certificate has.'),
      csr: 'Names of the key usages to request. Defaults to none.',
    },
    { intermediate: authorityUsages, root: authorityUsages, csr: [] },
  ),
  cn_validations: cnValidations(['email', 'hostname'], {
    role: 'How common names are validated: as email, as hostname, or disabled.',
  }),
  not_before_duration: duration(30, {
    role: 'How far in the past the validity of certificates begins.',
    ...of(certified, 'How far in the past the validity of the certificate begins.'),
  }),
  not_before_bound: notBeforeBound('permit', {
    role: 'Which `notBefore` requests may give: any, none before what `notBeforeDuration` allows, or none at all.',
  }),
  not_after_bound: trimmed('permit', {
    role: 'Which `notAfter` requests may give: permit (any), ttl-limited (none after what `ttl` allows), forbid (none), or a time, which no certificate outlives.',
  }),
  issuer_ref: text('default', { role: 'The issuer that signs: default, a name or an identifier.' }),
  serial_number_source: serialNumberSource('json-csr', {
    role: 'Source of the serial number in the subject: json-csr (the parameter, or else the signing request) or json (only the parameter).',
  }),
  lint_profile: lintProfile('rfc5280', {
    role: 'Which rules certificates are checked against before they are signed: rfc5280, or cabf-br for those of the CA/Browser Forum for TLS servers too.',
  }),
  lint_severity: lintSeverity('fatal', {
    role: 'From which severity on a rule that a certificate breaks refuses it: fatal, error or warning. Rules of less severity warn.',
  }),

  // Requests
  csr: pem('', of(['sign', 'verbatim', 'intermediate', 'externalSign'], 'The signing request in PEM.')),
  certificate: pem('', { selfIssued: 'The self-issued CA certificate in PEM.' }),
  require_matching_certificate_algorithms: flag(false, {
    selfIssued: 'Whether its key must have the same type as the key of the issuer.',
  }),
  common_name: text('', {
    ...of(leaf, 'Common name.'),
    ...of(authority, 'Common name of the certificate authority.'),
  }),
  alt_names: list([], of(named, 'Host names and e-mail addresses as alternative names.')),
  ip_sans: addresses([], of(named, 'IP addresses as alternative names.')),
  uri_sans: list([], of(named, 'URIs as alternative names.')),
  other_sans: otherNames([], of(named, 'Other names, <oid>;UTF8:<value>.')),
  exclude_cn_from_sans: flag(false, of(named, 'Does not add the common name to the alternative names.')),
  serial_number: text('', of(named, 'Serial number attribute of the subject.')),
  user_ids: list([], of(requested, 'User ids (0.9.2342.19200300.100.1.1) of the subject.')),
  cert_metadata: text('', of(requested, 'Metadata in base64 to store with the serial number of the certificate.')),
  enforce_leaf_not_after_behavior: flag(
    false,
    of(
      ['verbatim', 'intermediate'],
      "If the certificate would outlive its issuer, the issuer's `leafNotAfterBehavior` applies. Otherwise the validity is truncated.",
    ),
  ),
  format: format(
    'pem',
    of(shown, 'Format of certificates: PEM, DER (in base64), or PEM with the private key and the chain.'),
  ),
  private_key_format: privateKeyFormat(
    'der',
    of(
      ['issue', ...made, ...external],
      'Format of the private key: der or pem for the traditional encoding of its type, pkcs8 for PKCS#8.',
    ),
  ),
  remove_roots_from_chain: flag(
    false,
    of([...requested, 'intermediate', ...external], 'Removes self-signed CA certificates from `caChain`.'),
  ),

  // Authorities
  max_path_length: whole(-1, {
    intermediate: 'How many intermediate certificates may follow below it. -1 for no limit except that of the issuer.',
    root: 'How many intermediate certificates may follow below it. -1 for no limit.',
  }),
  use_csr_values: flag(false, {
    intermediate: 'Takes the subject, alternative names, key usages and extensions from the signing request.',
  }),
  permitted_dns_domains: list([], of(certified, 'Permitted domains of DNS names (name constraints).')),
  excluded_dns_domains: list([], of(certified, 'Excluded domains of DNS names (name constraints).')),
  permitted_ip_ranges: list([], of(certified, 'Permitted ranges of IP addresses in CIDR form (name constraints).')),
  excluded_ip_ranges: list([], of(certified, 'Excluded ranges of IP addresses in CIDR form (name constraints).')),
  permitted_email_addresses: list(
    [],
    of(certified, 'Permitted mailboxes or hosts of e-mail addresses (name constraints).'),
  ),
  excluded_email_addresses: list(
    [],
    of(certified, 'Excluded mailboxes or hosts of e-mail addresses (name constraints).'),
  ),
  permitted_uri_domains: list([], of(certified, 'Permitted hosts of URIs (name constraints).')),
  excluded_uri_domains: list([], of(certified, 'Excluded hosts of URIs (name constraints).')),
  skid: keyIdentifier('', {
    intermediate: 'Subject key identifier in hex. If it is empty, it is derived from the key.',
  }),
  add_basic_constraints: flag(false, {
    csr: 'Adds basic constraints of a CA certificate to the signing request. Some issuers require them.',
  }),
  key_name: trimmed('', of([...made, 'key'], 'A name for the new key.')),
  key_ref: trimmed(
    'default',
    of(made, 'The existing key to use, only for type existing: its name, its identifier, or default.'),
  ),
  managed_key_name: trimmed('', of([...made, 'key'], 'The managed key to use, only for type kms: its name.')),
  managed_key_id: trimmed('', of([...made, 'key'], 'The managed key to use, only for type kms: its UUID.')),
  issuer_name: trimmed('', { root: 'A name for the new issuer.' }),
} as const;
