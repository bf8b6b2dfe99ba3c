import { isAddress } from './address.js';
import type { ClusterConfig, UrlsConfig } from './urls-config.js';
import { inGraphql, inVault } from '../../platform/wording.js';
import type { Said } from '../../platform/wording.js';

/** The values that the templates of `config/urls` can use (Vault API, PKI: "Set URLs"). */
export interface TemplateValues extends ClusterConfig {
  /** In the form that Vault's clients see. */
  readonly issuerId: string;
}

const names = {
  issuer_id: { value: 'issuerId', missing: { inVault: 'an issuer_id for this operation', inGraphql: 'an issuer' } },
  cluster_path: {
    value: 'path',
    missing: { inVault: 'local cluster address information (path)', inGraphql: 'the path of the cluster' },
  },
  cluster_aia_path: {
    value: 'aiaPath',
    missing: { inVault: 'local cluster address information (aia_path)', inGraphql: 'the aiaPath of the cluster' },
  },
} as const satisfies Record<string, { value: keyof TemplateValues; missing: Said }>;

const template = /\{\{\s*([\w.-]+)\s*\}\}/g;
const braces = /\{\{|\}\}/;

const isName = (name: string): name is keyof typeof names => Object.hasOwn(names, name);

/** Whether a text has templates, or text that looks like them. */
export const hasTemplates = (text: string): boolean => braces.test(text);

/** What is wrong with the templates of a text, for any values; undefined if nothing is. */
export function templateFault(text: string): string | undefined {
  for (const [whole, name = ''] of text.matchAll(template)) if (!isName(name)) return `unknown template ${whole}`;
  return braces.test(text.replace(template, '')) ? 'a template that does not end' : undefined;
}

/** Replaces the templates that this program knows; an unknown name does not change. */
export const filledIn = (text: string, values: TemplateValues): string =>
  text.replace(template, (whole, name: string) => (isName(name) ? values[names[name].value] : whole));

type Filled = { readonly address: string; readonly fault?: never } | { readonly fault: Said };

/** An address for certificates, or the reason why there is none. */
function fill(text: string, templated: boolean, values: TemplateValues): Filled {
  if (!templated)
    return hasTemplates(text) ? { fault: `${text} has a template, and templating is not enabled` } : { address: text };
  for (const [, name = ''] of text.matchAll(template))
    if (isName(name) && values[names[name].value] === '')
      return {
        fault: {
          inVault: `unable to template AIA URLs as we lack ${names[name].missing.inVault}`,
          inGraphql: `their templates need ${names[name].missing.inGraphql}`,
        },
      };
  const address = filledIn(text, values);
  return templateFault(text) === undefined && isAddress(address)
    ? { address }
    : {
        fault: {
          inVault: `error validating templated AIA URLs; invalid URI: ${address}`,
          inGraphql: `${address} is not an address`,
        },
      };
}

const lists = ['issuingCertificates', 'crlDistributionPoints', 'deltaCrlDistributionPoints', 'ocspServers'] as const;

/** Addresses with their templates filled in. */
export interface FilledUrls extends UrlsConfig {
  /** Why some are missing; null if none is. No certificate is issued without an address that an operator configured for it. */
  readonly lacking: Said | null;
}

/** An issuer's own lists, or those of the mount if it has none at all: they are never mixed. */
export function issuerUrls(own: UrlsConfig, mount: UrlsConfig, values: TemplateValues): FilledUrls {
  const from = lists.some((name) => own[name].length > 0) ? own : mount;
  const filled = Object.fromEntries(
    lists.map((name) => [name, from[name].map((text) => fill(text, from.enableTemplating, values))]),
  );
  const of = (name: (typeof lists)[number]): string[] =>
    (filled[name] ?? []).flatMap((each) => (each.fault === undefined ? [each.address] : []));
  return {
    issuingCertificates: of('issuingCertificates'),
    crlDistributionPoints: of('crlDistributionPoints'),
    deltaCrlDistributionPoints: of('deltaCrlDistributionPoints'),
    ocspServers: of('ocspServers'),
    enableTemplating: from.enableTemplating,
    lacking: lists.flatMap((name) => filled[name] ?? []).find(({ fault }) => fault !== undefined)?.fault ?? null,
  };
}

/** The lists of a mount, for an issuer that has none of its own. */
export const filledUrls = (urls: UrlsConfig, values: TemplateValues): FilledUrls => issuerUrls(urls, urls, values);

/** Why nothing is issued without addresses. */
export const lackingUrls = (lacking: Said): Said => ({
  inVault: `unable to parse AIA URL information: ${inVault(lacking)}`,
  inGraphql: `the addresses in certificates cannot be filled in: ${inGraphql(lacking)}`,
});
