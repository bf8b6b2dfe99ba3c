/** `config/urls` of a mount, and the same lists of a single issuer (Vault API, PKI: "Set URLs", "Update issuer"). */
export interface UrlsConfig {
  readonly issuingCertificates: readonly string[];
  readonly crlDistributionPoints: readonly string[];
  readonly deltaCrlDistributionPoints: readonly string[];
  readonly ocspServers: readonly string[];
  /** Whether `{{issuer_id}}`, `{{cluster_path}}` and `{{cluster_aia_path}}` are filled in. */
  readonly enableTemplating: boolean;
}

export const defaultUrlsConfig: UrlsConfig = {
  issuingCertificates: [],
  crlDistributionPoints: [],
  deltaCrlDistributionPoints: [],
  ocspServers: [],
  enableTemplating: false,
};

/** `config/cluster`: the values for templates. */
export interface ClusterConfig {
  readonly path: string;
  readonly aiaPath: string;
}

export const defaultClusterConfig: ClusterConfig = { path: '', aiaPath: '' };
