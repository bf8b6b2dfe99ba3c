import type { ClusterConfig, UrlsConfig } from './urls-config.js';

/** What the templates of `config/urls` may name (vault-clients.md). */
export interface TemplateValues extends ClusterConfig {
  /** As Vault's clients see it. */
  readonly issuerId: string;
}

const names = {
  issuer_id: 'issuerId',
  cluster_path: 'path',
  cluster_aia_path: 'aiaPath',
} as const satisfies Record<string, keyof TemplateValues>;

const template = /\{\{\s*([\w.-]+)\s*\}\}/g;

const isName = (name: string): name is keyof typeof names => Object.hasOwn(names, name);

/** What is wrong with a template; undefined when it can be filled in. */
export function templateFault(text: string, cluster: ClusterConfig): string | undefined {
  for (const [whole, name = ''] of text.matchAll(template)) {
    if (!isName(name)) return `unknown template ${whole}`;
    if (name !== 'issuer_id' && cluster[names[name]] === '') return `${whole} needs config/cluster to be set`;
  }
  return /\{\{|\}\}/.test(text.replace(template, '')) ? 'a template that does not end' : undefined;
}

const filledIn = (text: string, values: TemplateValues): string =>
  text.replace(template, (whole, name: string) => (isName(name) ? values[names[name]] : whole));

/** The lists with their templates filled in; those that cannot be are left out. */
export function filledUrls(urls: UrlsConfig, values: TemplateValues): UrlsConfig {
  if (!urls.enableTemplating) return urls;
  const fill = (list: readonly string[]): string[] =>
    list.filter((text) => templateFault(text, values) === undefined).map((text) => filledIn(text, values));
  return {
    issuingCertificates: fill(urls.issuingCertificates),
    crlDistributionPoints: fill(urls.crlDistributionPoints),
    deltaCrlDistributionPoints: fill(urls.deltaCrlDistributionPoints),
    ocspServers: fill(urls.ocspServers),
    enableTemplating: true,
  };
}

/** An issuer's own lists, each or else that of the mount. Templating is that of where the list comes from. */
export function issuerUrls(own: UrlsConfig, mount: UrlsConfig, values: TemplateValues): UrlsConfig {
  const [mine, common] = [filledUrls(own, values), filledUrls(mount, values)];
  const either = (
    name: 'issuingCertificates' | 'crlDistributionPoints' | 'deltaCrlDistributionPoints' | 'ocspServers',
  ) => (own[name].length > 0 ? mine[name] : common[name]);
  return {
    issuingCertificates: either('issuingCertificates'),
    crlDistributionPoints: either('crlDistributionPoints'),
    deltaCrlDistributionPoints: either('deltaCrlDistributionPoints'),
    ocspServers: either('ocspServers'),
    enableTemplating: own.enableTemplating || mount.enableTemplating,
  };
}
