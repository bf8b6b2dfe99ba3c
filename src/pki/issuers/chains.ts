import { inTurns } from '../../platform/turns.js';
import { isIssuedBy, isSelfSigned } from '../x509/index.js';
import type { Certificate } from '../x509/index.js';
import { componentsOf } from './components.js';

export interface Link {
  readonly id: string;
  readonly certificate: Certificate;
  /** Set by an operator: it replaces the built chain. */
  readonly manualChain: readonly string[];
}

/**
 * The chain of every issuer of a mount: itself, its signer, and those above, each once and at most a hundred. If several issuers signed it (a reissued root, a
 * cross-signature), one that it signed in turn comes first, as OpenBao has it, then a path that ends in a root, then the one that is valid longer. Authorities
 * that signed each other, directly or through others, come before what is above them.
 */
export async function buildChains(links: readonly Link[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const byId = new Map(links.map((link) => [link.id, link]));
  const byName = await linksByName(links);
  const parents = new Map<string, readonly string[]>();
  for await (const link of inTurns(links))
    parents.set(
      link.id,
      await parentsOf(link, byName.get(nameOf(link.certificate.issuer)) ?? { links: [], byKey: new Map() }),
    );

  const ordered = new Map<string, readonly string[]>();
  const isParent = parentTest(parents);
  for await (const link of inTurns(links)) ordered.set(link.id, crossSignersFirst(link, { byId, parents, isParent }));

  const components = await componentsOf(ordered);
  const above = new Map<string, Above>();
  for await (const [id, all] of inTurns(ordered)) above.set(id, aboveOf(id, all, components));

  const chains = new Map<string, readonly string[]>();
  for await (const { id } of inTurns(links)) chains.set(id, chainOf(id, byId, above));
  return chains;
}

type Parents = ReadonlyMap<string, readonly string[]>;

/** Whether one issuer is a parent of another: of an issuer that is asked about, a set of its parents is made once. */
function parentTest(parents: Parents): (id: string, of: string) => boolean {
  const sets = new Map<string, ReadonlySet<string>>();
  return (id, of) => {
    const known = sets.get(of) ?? new Set(parents.get(of));
    sets.set(of, known);
    return known.has(id);
  };
}

/** Two authorities that signed each other belong together. Certificates of one subject, such as a reissued root, always did. */
function crossSignersFirst(
  { id, certificate }: Link,
  {
    byId,
    parents,
    isParent,
  }: {
    readonly byId: ReadonlyMap<string, Link>;
    readonly parents: Parents;
    readonly isParent: (id: string, of: string) => boolean;
  },
): readonly string[] {
  const all = parents.get(id) ?? [];
  const { subject } = certificate;
  if (all.length < 2 || subject.equals(certificate.issuer)) return all;
  const cross = new Set(
    all.filter((other) => byId.get(other)?.certificate.issuer.equals(subject) === true && isParent(id, other)),
  );
  return cross.size === 0 ? all : [...cross, ...all.filter((other) => !cross.has(other))];
}

/** Issuers in a built chain. Chains of operators have the same limit. */
const longestChain = 100;

/** Parents of one issuer, the best first. */
interface Above {
  /** Those that it is above of, too. */
  readonly together: readonly string[];
  readonly others: readonly string[];
}

function aboveOf(id: string, all: readonly string[], components: ReadonlyMap<string, number>): Above {
  const component = components.get(id);
  const together = all.filter((parent) => components.get(parent) === component);
  if (together.length === 0) return { together, others: all };
  return { together, others: all.filter((parent) => components.get(parent) !== component) };
}

/** Depth first, and without recursion: thousands of issuers that signed each other would overflow the stack. */
function chainOf(first: string, byId: ReadonlyMap<string, Link>, above: ReadonlyMap<string, Above>): readonly string[] {
  const chain = new Set<string>();
  const near: string[] = [];
  const far = [first];
  /** What is above those that belong together waits until all of them are in the chain. */
  const beyond = new Set<string>();
  const next = () => {
    if (near.length > 0) return near.pop();
    far.push(...[...beyond].toReversed());
    beyond.clear();
    return far.pop();
  };
  for (let id = next(); id !== undefined && chain.size < longestChain; id = next()) {
    const link = byId.get(id);
    if (!link || chain.has(id)) continue;
    chain.add(id);
    if (link.manualChain.length > 0) {
      for (const other of link.manualChain) if (byId.has(other)) chain.add(other);
      continue;
    }
    const { together = [], others = [] } = above.get(id) ?? {};
    near.push(...together.toReversed());
    for (const other of others) beyond.add(other);
  }
  return [...chain];
}

const nameOf = ({ der }: Certificate['subject']): string => Buffer.from(der).toString('latin1');

/** Issuers with one name. */
interface Named {
  readonly links: readonly { readonly id: string; readonly key: string }[];
  /** A certificate for each key. */
  readonly byKey: ReadonlyMap<string, Certificate>;
}

/** The key that verifies a signature, and its identifier in the certificate. */
const keyOf = ({ certificate: { publicKey, extensions } }: Link): string =>
  `${extensions.subjectKeyIdentifier?.toString('hex') ?? ''} ${publicKey.der.toString('latin1')}`;

/** The issuers by name, with the best parent first. */
async function linksByName(links: readonly Link[]): Promise<ReadonlyMap<string, Named>> {
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
    const keyed = same.map(({ link }) => ({ id: link.id, key: keyOf(link), certificate: link.certificate }));
    return [name, { links: keyed, byKey: new Map(keyed.map(({ key, certificate }) => [key, certificate])) }] as const;
  });
  return new Map(sorted);
}

/** The signers among the issuers with the issuer name. A signature is verified once for each key, however many certificates the key has. */
async function parentsOf({ id, certificate }: Link, named: Named): Promise<readonly string[]> {
  const signers = new Set<string>();
  for await (const [key, one] of inTurns(named.byKey)) if (isIssuedBy(certificate, one)) signers.add(key);
  return named.links.filter((other) => other.id !== id && signers.has(other.key)).map((other) => other.id);
}
