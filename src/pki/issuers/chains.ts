import { inTurns } from '../../platform/turns.js';
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
export async function buildChains(links: readonly Link[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const byId = new Map(links.map((link) => [link.id, link]));
  const byName = await linksByName(links);
  const parents = new Map<string, readonly string[]>();
  for await (const link of inTurns(links))
    parents.set(link.id, await parentsOf(link, byName.get(nameOf(link.certificate.issuer)) ?? []));

  const chains = new Map<string, readonly string[]>();
  for await (const { id } of inTurns(links)) chains.set(id, chainOf(id, byId, parents));
  return chains;
}

/** Goes up depth first. No step calls itself: of thousands that signed each other the stack would not have room. */
function chainOf(
  first: string,
  byId: ReadonlyMap<string, Link>,
  parents: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const chain = new Set<string>();
  const waiting = [first];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const link = byId.get(id);
    if (!link || chain.has(id)) continue;
    chain.add(id);
    if (link.manualChain.length === 0) waiting.push(...(parents.get(id) ?? []).toReversed());
    else for (const other of link.manualChain) if (byId.has(other)) chain.add(other);
  }
  return [...chain];
}

const nameOf = ({ der }: Certificate['subject']): string => Buffer.from(der).toString('latin1');

/** The issuers by their names, of each name the best parent first. */
async function linksByName(links: readonly Link[]): Promise<ReadonlyMap<string, readonly Link[]>> {
  const found = new Map<string, { readonly link: Link; readonly root: boolean }[]>();
  for await (const link of inTurns(links)) {
    const name = nameOf(link.certificate.subject);
    const known = found.get(name) ?? [];
    known.push({ link, root: isSelfSigned(link.certificate) });
    found.set(name, known);
  }
  const sorted = [...found].map(([name, same]) => {
    same.sort(
      (a, b) =>
        Number(b.root) - Number(a.root) ||
        b.link.certificate.notAfter.getTime() - a.link.certificate.notAfter.getTime(),
    );
    return [name, same.map(({ link }) => link)] as const;
  });
  return new Map(sorted);
}

/** Who signed it, of those that have the name of its issuer. A signature is verified once with each key, however many certificates that has. */
async function parentsOf({ id, certificate }: Link, named: readonly Link[]): Promise<readonly string[]> {
  const verdicts = new Map<string, boolean>();
  const parents: string[] = [];
  for await (const other of inTurns(named)) {
    if (other.id === id) continue;
    const { publicKey, extensions } = other.certificate;
    const key = `${extensions.subjectKeyIdentifier?.toString('hex') ?? ''} ${publicKey.der.toString('latin1')}`;
    const verdict = verdicts.get(key) ?? isIssuedBy(certificate, other.certificate);
    verdicts.set(key, verdict);
    if (verdict) parents.push(other.id);
  }
  return parents;
}
