import { item, passing, problem } from '../../platform/problems.js';
import { leafNotAfterBehaviors } from '../policy/index.js';
import type { LeafNotAfterBehavior } from '../policy/index.js';
import { addressFault } from '../config/addresses.js';
import type { UrlsConfig } from '../config/urls-config.js';
import type { Authority, AuthorityIssuer } from './authority.js';
import { readName } from './references.js';
import { revocationSigningFault } from './revocation-signature.js';
import { isIssuerUsage, issuerUsages } from './usages.js';
import type { IssuerUsage } from './usages.js';
import { parameter, worded } from '../../platform/wording.js';
import type { Said } from '../../platform/wording.js';

/** The changeable fields of an issuer; absent and null do not change. */
export interface IssuerChanges {
  /** An empty text removes the name. */
  readonly issuerName?: string | null | undefined;
  readonly leafNotAfterBehavior?: string | null | undefined;
  /** References; with an empty list the chain is built. */
  readonly manualChain?: readonly string[] | null | undefined;
  readonly usage?: readonly string[] | null | undefined;
  readonly revocationSignatureAlgorithm?: string | null | undefined;
  readonly issuingCertificates?: readonly string[] | null | undefined;
  readonly crlDistributionPoints?: readonly string[] | null | undefined;
  readonly deltaCrlDistributionPoints?: readonly string[] | null | undefined;
  readonly ocspServers?: readonly string[] | null | undefined;
  readonly enableAiaUrlTemplating?: boolean | null | undefined;
}

/** The same as columns. */
export interface IssuerColumns {
  name?: string | null;
  leafNotAfterBehavior?: LeafNotAfterBehavior;
  manualChain?: string;
  usage?: string;
  revocationSignatureAlgorithm?: string;
  urls?: string;
}

/** @throws INVALID_INPUT, ISSUER_NOT_FOUND (of a manual chain) */
export function issuerColumns(authority: Authority, issuer: AuthorityIssuer, changes: IssuerChanges): IssuerColumns {
  const { issuerName, leafNotAfterBehavior, manualChain, usage, revocationSignatureAlgorithm } = changes;
  const urls = changedUrls(issuer.ownUrls, changes);
  return {
    ...(typeof issuerName === 'string' && { name: readName('issuer', issuerName, 'issuerName') }),
    ...(typeof leafNotAfterBehavior === 'string' && { leafNotAfterBehavior: readBehavior(leafNotAfterBehavior) }),
    ...(manualChain && { manualChain: JSON.stringify(readChain(authority, issuer, manualChain)) }),
    ...(usage && { usage: readUsage(usage, issuer) }),
    ...(typeof revocationSignatureAlgorithm === 'string' && {
      revocationSignatureAlgorithm: readAlgorithm(revocationSignatureAlgorithm, issuer),
    }),
    ...(urls !== issuer.ownUrls && { urls: JSON.stringify(urls) }),
  };
}

const wrong = (field: string, why: Said) => problem('INVALID_INPUT', why, [field]);

function readBehavior(text: string): LeafNotAfterBehavior {
  const found = leafNotAfterBehaviors.find((each) => each === text);
  if (!found)
    throw wrong(
      'leafNotAfterBehavior',
      worded`unknown value for field '${parameter('leaf_not_after_behavior')}': ${text}; expected one of ${leafNotAfterBehaviors.join(', ')}`,
    );
  return found;
}

/** Longer than any useful chain: it is sent to everybody who gets a certificate. */
const longestChain = 100;

/** A chain begins with the issuer itself, even if the operator leaves it out. */
function readChain(authority: Authority, issuer: AuthorityIssuer, references: readonly string[]): readonly string[] {
  const named = references.map(
    (reference) => authority.issuer(reference.trim() === 'self' ? issuer.id : reference.trim()).id,
  );
  const whole = [...new Set(named)];
  if (whole.length !== named.length)
    throw wrong('manualChain', worded`${parameter('manual_chain')} names an issuer twice`);
  if (whole.length > 0 && whole.includes(issuer.id) && whole[0] !== issuer.id)
    throw wrong('manualChain', worded`${parameter('manual_chain')} begins with the issuer itself`);
  if (whole.length === 0) return [];
  const chain = [...new Set([issuer.id, ...whole])];
  if (chain.length > longestChain) {
    const rule = worded`${parameter('manual_chain')} has at most ${longestChain} issuers`;
    throw problem('INVALID_INPUT', rule, ['manualChain'], passing(chain.length, longestChain));
  }
  return chain;
}

/** The list of all usages means whatever this issuer can be used for. A usage that it cannot have is refused if it is given by itself. */
function readUsage(names: readonly string[], { certificate, revokedAt }: AuthorityIssuer): string {
  const unknown = names.find((name) => !isIssuerUsage(name));
  if (unknown !== undefined)
    throw problem('INVALID_INPUT', `unknown name for usage: ${unknown}`, ['usage'], item(names.indexOf(unknown)));
  const every = issuerUsages.every((usage) => names.includes(usage));
  const impossible: Partial<Record<IssuerUsage, string | false>> = {
    'crl-signing':
      certificate.extensions.keyUsage?.includes('crlSign') === false &&
      'the key usage of the certificate does not allow crl-signing',
    'issuing-certificates': revokedAt !== undefined && 'a revoked issuer cannot issue certificates again',
  };
  const fault = names.map((name) => isIssuerUsage(name) && impossible[name]).find((each) => typeof each === 'string');
  if (typeof fault === 'string' && !every) throw wrong('usage', fault);
  // Reading cannot be removed.
  const wanted = (usage: IssuerUsage) => usage === 'read-only' || names.includes(usage);
  return issuerUsages.filter((usage) => wanted(usage) && typeof impossible[usage] !== 'string').join(',');
}

function readAlgorithm(name: string, { certificate }: AuthorityIssuer): string {
  const fault = revocationSigningFault(name, certificate.publicKey.spec);
  if (fault !== undefined) throw wrong('revocationSignatureAlgorithm', fault);
  return name;
}

function changedUrls(own: UrlsConfig, changes: IssuerChanges): UrlsConfig {
  const { issuingCertificates, crlDistributionPoints, deltaCrlDistributionPoints, ocspServers } = changes;
  const lists = { issuingCertificates, crlDistributionPoints, deltaCrlDistributionPoints, ocspServers };
  const given = Object.entries(lists).flatMap(([name, list]) => (list ? [[name, list] as const] : []));
  const enableTemplating = changes.enableAiaUrlTemplating ?? own.enableTemplating;
  if (given.length === 0 && enableTemplating === own.enableTemplating) return own;
  const urls: UrlsConfig = { ...own, ...Object.fromEntries(given), enableTemplating };
  // Including unchanged lists: without templating, a template is not valid any more.
  for (const name of Object.keys(lists)) {
    const list: unknown = Reflect.get(urls, name);
    const fault = Array.isArray(list) ? addressFault(name, list, enableTemplating) : undefined;
    if (fault !== undefined) throw wrong(name, fault);
  }
  return urls;
}
