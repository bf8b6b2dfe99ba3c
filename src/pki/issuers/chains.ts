import { isIssuedBy, isSelfSigned } from '../x509/index.js';
import type { Certificate } from '../x509/index.js';

export interface Link {
  readonly id: string;
  readonly certificate: Certificate;
  /** Set by an operator: it stands for what would be built. */
  readonly manualChain: readonly string[];
}

/**
 * The chain of every issuer of a mount, itself first, then whoever signed it, then those above, each once. Where several did (a root that was
 * reissued, a cross-signature), a way that ends in a root goes first, then the one that lasts longer.
 */
export function buildChains(links: readonly Link[]): ReadonlyMap<string, readonly string[]> {
  const byId = new Map(links.map((link) => [link.id, link]));
  const parents = new Map(links.map((link) => [link.id, parentsOf(link, links)]));
  const chain = (id: string, seen: Set<string>): string[] => {
    const link = byId.get(id);
    if (!link || seen.has(id)) return [];
    if (link.manualChain.length > 0) {
      const manual = [...new Set([id, ...link.manualChain])].filter((other) => byId.has(other) && !seen.has(other));
      for (const other of manual) seen.add(other);
      return manual;
    }
    seen.add(id);
    return [id, ...(parents.get(id) ?? []).flatMap((parent) => chain(parent, seen))];
  };
  return new Map(links.map(({ id }) => [id, chain(id, new Set())]));
}

function parentsOf(link: Link, links: readonly Link[]): readonly string[] {
  const { certificate } = link;
  return links
    .filter((other) => other.id !== link.id && isIssuedBy(certificate, other.certificate))
    .sort(
      (a, b) =>
        Number(isSelfSigned(b.certificate)) - Number(isSelfSigned(a.certificate)) ||
        b.certificate.notAfter.getTime() - a.certificate.notAfter.getTime(),
    )
    .map(({ id }) => id);
}
