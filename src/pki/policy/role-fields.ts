import { duration, flag, integer, list, policies, text, time, type FieldValues } from './field.js';

/** Vault API, PKI: "Create/update role", in its order. */
export const roleFields = {
  // True
  allowLocalhost: flag('allow_localhost', true, 'Allows localhost and localdomain as names.'),
  allowWildcardCertificates: flag(
    'allow_wildcard_certificates',
    true,
    'Allows names with a wildcard in the leftmost label; when false, allow_any_name does not help.',
  ),
  enforceHostnames: flag(
    'enforce_hostnames',
    true,
    'Allows only host names as common name, DNS name and domain of an e-mail address.',
  ),
  allowIpSans: flag('allow_ip_sans', true, 'Allows IP addresses as alternative names.'),
  serverFlag: flag('server_flag', true, 'Certificates are for servers (extended key usage).'),
  clientFlag: flag('client_flag', true, 'Certificates are for clients (extended key usage).'),
  useCsrCommonName: flag('use_csr_common_name', true, 'The common name of a signing request is used if it has one.'),
  useCsrSans: flag('use_csr_sans', true, 'The alternative names of a signing request are used, not those beside it.'),
  requireCn: flag('require_cn', true, 'A common name must be given.'),

  // False
  allowBareDomains: flag('allow_bare_domains', false, 'Allows the allowed domains themselves.'),
  allowSubdomains: flag('allow_subdomains', false, 'Allows names below the allowed domains, wildcards included.'),
  allowGlobDomains: flag('allow_glob_domains', false, 'Allowed domains may be patterns, * standing for any text.'),
  allowAnyName: flag('allow_any_name', false, 'Allows every name that is well formed.'),
  allowedDomainsTemplate: flag('allowed_domains_template', false, 'Allowed domains may hold {{identity…}} templates.'),
  allowedUriSansTemplate: flag('allowed_uri_sans_template', false, 'Allowed URIs may hold {{identity…}} templates.'),
  codeSigningFlag: flag('code_signing_flag', false, 'Certificates are for signing code (extended key usage).'),
  emailProtectionFlag: flag('email_protection_flag', false, 'Certificates are for e-mail (extended key usage).'),
  usePss: flag('use_pss', false, 'RSA issuers sign with PSS, not with PKCS#1 v1.5.'),
  generateLease: flag('generate_lease', false, 'Certificates come with a lease.'),
  noStore: flag('no_store', false, 'Certificates are not stored: they cannot be listed, nor revoked by serial number.'),
  noStoreMetadata: flag('no_store_metadata', false, 'No metadata is kept for certificates.'),
  basicConstraintsValidForNonCa: flag(
    'basic_constraints_valid_for_non_ca',
    false,
    'Certificates say in basic constraints that they are no authority.',
  ),

  // Empty
  allowedDomains: list('allowed_domains', [], 'Domains that names may be, or be below, as other fields allow.'),
  allowedUriSans: list('allowed_uri_sans', [], 'Patterns of URIs that are allowed as alternative names.'),
  allowedOtherSans: list('allowed_other_sans', [], 'Patterns of other names, <oid>;UTF8:<value>; * alone allows all.'),
  allowedSerialNumbers: list('allowed_serial_numbers', [], 'Patterns of serial numbers allowed in the subject.'),
  allowedUserIds: list('allowed_user_ids', [], 'Patterns of user ids allowed in the subject.'),
  extKeyUsage: list('ext_key_usage', [], 'Extended key usages by name, beside those of the flags.'),
  extKeyUsageOids: list('ext_key_usage_oids', [], 'Extended key usages by object identifier.'),
  policyIdentifiers: policies(
    'policy_identifiers',
    'Policies under which certificates are issued: object identifiers, or objects of oid, cps and notice.',
  ),
  ou: list('ou', [], 'OU (organizational unit) of the subject.'),
  organization: list('organization', [], 'O (organization) of the subject.'),
  country: list('country', [], 'C (country) of the subject.'),
  locality: list('locality', [], 'L (locality) of the subject.'),
  province: list('province', [], 'ST (province) of the subject.'),
  streetAddress: list('street_address', [], 'Street address of the subject.'),
  postalCode: list('postal_code', [], 'Postal code of the subject.'),
  notAfter: time('not_after', 'Fixed end of certificates, YYYY-MM-ddTHH:MM:SSZ, at most 9999-12-31T23:59:59Z.'),

  // The rest
  ttl: duration('ttl', 0, "Time to live where a request gives none; 0 takes the engine's."),
  maxTtl: duration('max_ttl', 0, "Longest time to live; 0 takes the engine's."),
  keyType: text('key_type', 'rsa', 'Type of key: rsa, ec, ed25519; any, for signing only.'),
  keyBits: integer('key_bits', 0, 'Bits of made keys, and the least of signed ones; 0 means 2048 (rsa), 256 (ec).'),
  signatureBits: integer(
    'signature_bits',
    0,
    'SHA-2 of 256, 384 or 512 bits in signatures of RSA issuers; 0 suits the key.',
  ),
  keyUsage: list(
    'key_usage',
    ['DigitalSignature', 'KeyAgreement', 'KeyEncipherment'],
    'Key usages by name; an empty list leaves the extension out.',
  ),
  cnValidations: list(
    'cn_validations',
    ['email', 'hostname'],
    'What common names may be: email, hostname; or disabled.',
  ),
  notBeforeDuration: duration('not_before_duration', 30, 'How far back certificates begin.'),
  issuerRef: text('issuer_ref', 'default', 'Issuer that signs: default, a name or an id.'),
  serialNumberSource: text(
    'serial_number_source',
    'json-csr',
    "Where the subject's serial number comes from: json-csr (the request, then the CSR) or json (the request alone).",
  ),
} as const;

/** A named policy for issuance: validated and frozen. Durations are seconds. Made by `parseRole` only. */
export type Role = FieldValues<typeof roleFields>;
