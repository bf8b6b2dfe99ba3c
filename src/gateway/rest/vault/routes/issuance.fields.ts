import { weak } from '../weak.js';
import type { WeakTable } from '../weak.js';

const names = {
  common_name: weak.text,
  alt_names: weak.list,
  ip_sans: weak.addresses,
  uri_sans: weak.list,
  other_sans: weak.otherNames,
  exclude_cn_from_sans: weak.flag,
  serial_number: weak.text,
} as const;
const answer = { format: weak.text, remove_roots_from_chain: weak.flag } as const;
const validity = { ttl: weak.duration, not_after: weak.trimmed } as const;
const signature = { signature_bits: weak.whole, use_pss: weak.flag } as const;
const leaf = { ...names, ...validity, ...answer, user_ids: weak.list, cert_metadata: weak.text } as const;
const csr = { csr: weak.pem } as const;
const behavior = { enforce_leaf_not_after_behavior: weak.flag } as const;

/** Vault API, PKI: "Generate certificate and key". */
export const issueFields = { ...leaf, private_key_format: weak.text } as const satisfies WeakTable;

/** Vault API, PKI: "Sign certificate". */
export const signFields = { ...csr, ...leaf } as const satisfies WeakTable;

/** Vault API, PKI: "Sign verbatim". */
export const verbatimFields = {
  ...{ ...csr, ...validity, ...answer, ...signature, ...behavior },
  key_usage: weak.keyUsages,
  ext_key_usage: weak.extKeyUsages,
  ext_key_usage_oids: weak.list,
  user_ids: weak.list,
  cert_metadata: weak.text,
} as const satisfies WeakTable;

/** Vault API, PKI: "Sign intermediate". */
export const intermediateFields = {
  ...{ ...csr, ...names, ...validity, ...answer, ...signature, ...behavior },
  max_path_length: weak.whole,
  key_usage: weak.keyUsages,
  use_csr_values: weak.flag,
  permitted_dns_domains: weak.list,
  excluded_dns_domains: weak.list,
  permitted_ip_ranges: weak.list,
  excluded_ip_ranges: weak.list,
  permitted_email_addresses: weak.list,
  excluded_email_addresses: weak.list,
  permitted_uri_domains: weak.list,
  excluded_uri_domains: weak.list,
  ou: weak.list,
  organization: weak.list,
  country: weak.list,
  locality: weak.list,
  province: weak.list,
  street_address: weak.list,
  postal_code: weak.list,
  not_before_duration: weak.duration,
  skid: weak.keyIdentifier,
} as const satisfies WeakTable;

/** Vault API, PKI: "Sign self-issued". */
export const selfIssuedFields = {
  certificate: weak.pem,
  require_matching_certificate_algorithms: weak.flag,
} as const satisfies WeakTable;
