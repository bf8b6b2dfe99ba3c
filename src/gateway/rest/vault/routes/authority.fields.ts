import { weak } from '../weak.js';

/** Parameters of settings, with the names that callers send (docs/from-vault.md, "Parameters"). The others are in `pki/policy/parameters`. */
export const urlLists = {
  issuing_certificates: weak.list,
  crl_distribution_points: weak.list,
  delta_crl_distribution_points: weak.list,
  ocsp_servers: weak.list,
} as const;

export const issuerTable = {
  issuer_name: weak.trimmed,
  manual_chain: weak.list,
  leaf_not_after_behavior: weak.text,
  usage: weak.list,
  revocation_signature_algorithm: weak.algorithm,
  ...urlLists,
  enable_aia_url_templating: weak.flag,
} as const;

export const crlTable = {
  expiry: weak.durationText,
  disable: weak.flag,
  ocsp_disable: weak.flag,
  ocsp_expiry: weak.durationText,
  auto_rebuild: weak.flag,
  auto_rebuild_grace_period: weak.durationText,
  enable_delta: weak.flag,
  delta_rebuild_interval: weak.durationText,
  allow_expired_cert_revocation: weak.flag,
  cross_cluster_revocation: weak.flag,
  unified_crl: weak.flag,
  unified_crl_on_existing_paths: weak.flag,
  max_crl_entries: weak.whole,
  shards: weak.whole,
} as const;
