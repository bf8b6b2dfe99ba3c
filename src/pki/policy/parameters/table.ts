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
  list,
  of,
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
/** Creating an authority takes its names; creating it here also takes how its key is returned. */
const made = ['root', 'csr'] as const;
const authority = ['intermediate', ...made] as const;
/** An end, and what may stand below it. */
const certified = ['intermediate', 'root'] as const;
const shown = [...requested, ...authority] as const;
const signing = ['verbatim', ...authority] as const;
const named = [...leaf, ...authority] as const;

const usualUsages = ['DigitalSignature', 'KeyAgreement', 'KeyEncipherment'];
const authorityUsages = ['CRL', 'CertSign'];

/**
 * Every parameter of roles and of what is asked by them, by the name that Vault's API has for it: type, default, and what it does for whom. The fields of
 * GraphQL, what REST reads and shows, and its help come from here. Roles first, in the order of "Create/update role". docs/architecture.md, "One fact,
 * one place", says what one more needs.
 */
export const parameters = {
  // True
  allow_localhost: flag(true, { role: 'Allows localhost and localdomain as names.' }),
  allow_wildcard_certificates: flag(true, {
    role: 'Allows names with a wildcard in the leftmost label; when false, allow_any_name does not help.',
  }),
  enforce_hostnames: flag(true, {
    role: 'Allows only host names as common name, DNS name and domain of an e-mail address.',
  }),
  allow_ip_sans: flag(true, { role: 'Allows IP addresses as alternative names.' }),
  server_flag: flag(true, { role: 'Certificates are for servers (extended key usage).' }),
  client_flag: flag(true, { role: 'Certificates are for clients (extended key usage).' }),
  use_csr_common_name: flag(true, { role: 'The common name of a signing request is used if it has one.' }),
  use_csr_sans: flag(true, { role: 'The alternative names of a signing request are used, not those beside it.' }),
  require_cn: flag(true, { role: 'A common name must be given.' }),

  // False
  allow_bare_domains: flag(false, { role: 'Allows the allowed domains themselves.' }),
  allow_subdomains: flag(false, { role: 'Allows names below the allowed domains, wildcards included.' }),
  allow_glob_domains: flag(false, { role: 'Allowed domains may be patterns, * standing for any text.' }),
  allow_any_name: flag(false, { role: 'Allows every name that is well formed.' }),
  allowed_domains_template: flag(false, { role: 'Allowed domains may hold {{identity…}} templates.' }),
  allowed_uri_sans_template: flag(false, { role: 'Allowed URIs may hold {{identity…}} templates.' }),
  code_signing_flag: flag(false, { role: 'Certificates are for signing code (extended key usage).' }),
  email_protection_flag: flag(false, { role: 'Certificates are for e-mail (extended key usage).' }),
  use_pss: flag(false, of(['role', ...signing], 'RSA issuers sign with PSS, not with PKCS#1 v1.5.')),
  generate_lease: flag(false, { role: 'Certificates come with a lease.' }),
  no_store: flag(false, {
    role: 'Certificates are not stored: they cannot be listed, nor revoked by serial number.',
  }),
  no_store_metadata: flag(false, { role: 'No metadata is kept for certificates.' }),
  basic_constraints_valid_for_non_ca: flag(false, {
    role: 'Certificates say in basic constraints that they are no authority.',
  }),

  // Empty
  allowed_domains: list([], { role: 'Domains that names may be, or be below, as other fields allow.' }),
  allowed_uri_sans: list([], { role: 'Patterns of URIs that are allowed as alternative names.' }),
  allowed_other_sans: otherNames([], {
    role: 'Patterns of other names, <oid>;UTF8:<value>; * alone allows all.',
  }),
  allowed_serial_numbers: list([], { role: 'Patterns of serial numbers allowed in the subject.' }),
  allowed_user_ids: list([], { role: 'Patterns of user ids allowed in the subject.' }),
  ext_key_usage: extKeyUsages([], {
    role: 'Extended key usages by name, beside those of the flags.',
    verbatim: 'Extended key usages where the request has no such extension.',
  }),
  ext_key_usage_oids: list([], {
    role: 'Extended key usages by object identifier.',
    verbatim: 'The same by object identifier.',
  }),
  policy_identifiers: policies([], {
    role: 'Policies under which certificates are issued, as many as a request has room for: object identifiers, or objects of oid, cps and notice.',
  }),
  ou: list([], of(['role', ...authority], 'OU (organizational unit) of the subject.')),
  organization: list([], of(['role', ...authority], 'O (organization) of the subject.')),
  country: list([], of(['role', ...authority], 'C (country) of the subject.')),
  locality: list([], of(['role', ...authority], 'L (locality) of the subject.')),
  province: list([], of(['role', ...authority], 'ST (province) of the subject.')),
  street_address: list([], of(['role', ...authority], 'Street address of the subject.')),
  postal_code: list([], of(['role', ...authority], 'Postal code of the subject.')),
  not_after: time('', {
    role: 'Fixed end of certificates, YYYY-MM-ddTHH:MM:SSZ, at most 9999-12-31T23:59:59Z.',
    ...of([...requested, ...certified], 'End of the certificate instead of ttl, YYYY-MM-ddTHH:MM:SSZ.'),
  }),

  // The rest of a role
  ttl: duration(0, {
    role: "Time to live where a request gives none; 0 takes the engine's.",
    ...of(leaf, "Time to live; the role's where it is absent."),
    verbatim: "Time to live; the role's or the engine's where it is absent.",
    ...of(certified, "Time to live; the engine's where it is absent."),
  }),
  max_ttl: duration(0, { role: "Longest time to live; 0 takes the engine's." }),
  key_type: keyType('rsa', {
    role: 'Type of key: rsa, ec, ed25519; any, for signing only.',
    ...of([...made, 'key'], 'Type of the key: rsa, ec or ed25519.'),
  }),
  key_bits: whole(0, {
    role: 'Bits of made keys, and the least of signed ones; 0 means 2048 (rsa), 256 (ec).',
    ...of([...made, 'key'], 'RSA: 2048, 3072, 4096, 8192; EC: 224, 256, 384, 521; 0 for 2048 or 256.'),
  }),
  signature_bits: whole(0, {
    role: 'SHA-2 of 256, 384 or 512 bits in signatures of RSA issuers; 0 suits the key.',
    ...of(signing, 'SHA-2 of 256, 384 or 512 bits for RSA issuers; 0 suits the key.'),
  }),
  key_usage: keyUsages(
    usualUsages,
    {
      role: 'Key usages by name; an empty list leaves the extension out.',
      verbatim: 'Key usages where the request has no such extension; an empty list for none.',
      ...of(certified, 'Key usages beside the base set.'),
      csr: 'Key usages to ask for; defaults to none.',
    },
    { intermediate: authorityUsages, root: authorityUsages, csr: [] },
  ),
  cn_validations: cnValidations(['email', 'hostname'], {
    role: 'What common names may be: email, hostname; or disabled.',
  }),
  not_before_duration: duration(30, {
    role: 'How far back certificates begin.',
    ...of(certified, 'How far back the certificate begins.'),
  }),
  issuer_ref: text('default', { role: 'Issuer that signs: default, a name or an id.' }),
  serial_number_source: serialNumberSource('json-csr', {
    role: "Where the subject's serial number comes from: json-csr (the request, then the CSR) or json (the request alone).",
  }),

  // Requests
  csr: pem('', of(['sign', 'verbatim', 'intermediate'], 'The signing request, PEM.')),
  certificate: pem('', { selfIssued: 'The self-issued certificate of an authority, PEM.' }),
  require_matching_certificate_algorithms: flag(false, {
    selfIssued: 'Whether its key must be of the same type as the issuer’s.',
  }),
  common_name: text('', {
    ...of(leaf, 'Common name.'),
    ...of(authority, 'Common name of the authority.'),
  }),
  alt_names: list([], of(named, 'Host names and e-mail addresses beside the common name.')),
  ip_sans: addresses([], of(named, 'IP addresses as alternative names.')),
  uri_sans: list([], of(named, 'URIs as alternative names.')),
  other_sans: otherNames([], of(named, 'Other names, <oid>;UTF8:<value>.')),
  exclude_cn_from_sans: flag(false, of(named, 'Keeps the common name out of the alternative names.')),
  serial_number: text('', of(named, 'Serial number attribute of the subject.')),
  user_ids: list([], of(requested, 'User ids (0.9.2342.19200300.100.1.1) of the subject.')),
  cert_metadata: text('', of(requested, 'Base64 to keep with the serial number of the certificate.')),
  enforce_leaf_not_after_behavior: flag(
    false,
    of(
      ['verbatim', 'intermediate'],
      "The issuer's leaf_not_after_behavior decides on an end beyond the issuer's, not the default of truncating.",
    ),
  ),
  format: format('pem', of(shown, 'Form of certificates: pem, der (in base64) or pem_bundle.')),
  private_key_format: privateKeyFormat('der', of(['issue', ...made], 'der, pem: traditional encoding; pkcs8: PKCS#8.')),
  remove_roots_from_chain: flag(
    false,
    of([...requested, 'intermediate'], 'Leaves self-signed authorities out of ca_chain.'),
  ),

  // Authorities
  max_path_length: whole(-1, {
    intermediate: "Authorities below it; -1 for no limit but the signer's.",
    root: 'Authorities below it; -1 for no limit.',
  }),
  use_csr_values: flag(false, {
    intermediate: 'Takes subject, alternative names, usages and extensions from the request.',
  }),
  permitted_dns_domains: list([], of(certified, 'Domains to which names are limited.')),
  excluded_dns_domains: list([], of(certified, 'Domains that are forbidden.')),
  permitted_ip_ranges: list([], of(certified, 'Ranges to which IP addresses are limited, CIDR.')),
  excluded_ip_ranges: list([], of(certified, 'Ranges that are forbidden, CIDR.')),
  permitted_email_addresses: list([], of(certified, 'Mailboxes or hosts to which addresses are limited.')),
  excluded_email_addresses: list([], of(certified, 'Mailboxes or hosts that are forbidden.')),
  permitted_uri_domains: list([], of(certified, 'Hosts to which URIs are limited.')),
  excluded_uri_domains: list([], of(certified, 'Hosts that are forbidden in URIs.')),
  skid: keyIdentifier('', { intermediate: 'Subject key identifier in hex; made from the key where it is empty.' }),
  add_basic_constraints: flag(false, {
    csr: 'Asks in the request to be an authority, for signers that want it said.',
  }),
  key_name: trimmed('', of([...made, 'key'], 'A name for the new key.')),
  key_ref: trimmed('default', of(made, 'The key to use with type existing: its name or identifier, or default.')),
  issuer_name: trimmed('', { root: 'A name for the new issuer.' }),
} as const;
