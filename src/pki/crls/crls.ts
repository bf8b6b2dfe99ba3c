import { LRUCache } from 'lru-cache';
import type { Clock } from '../../platform/clock.js';
import { problem } from '../../platform/problems.js';
import type { Authority, AuthorityIssuer, AuthorityReader } from '../issuers/authority.js';
import type { CrlBuilder } from './crl-builder.js';
import { crlGroupOf } from './crl-group.js';
import type { CrlGroup } from './crl-group.js';
import type { CrlHead, CrlStore, NewCrl } from './crl.store.js';
import type { CrlOrder } from './crl-order.js';
import { SharedRuns } from './shared-runs.js';

export type CrlKind = 'complete' | 'delta';

/** A published CRL, as it is served. */
export interface PublishedCrl extends CrlHead {
  readonly der: Uint8Array;
}

const second = 1000;
/** Octets of CRLs that are kept at hand. */
const cacheBytes = 64 * 1024 * 1024;
/** Another process publishing for the same issuer over and over is not to be expected. */
const attempts = 5;

const none: AsyncIterable<string> = {
  async *[Symbol.asyncIterator]() {
    /* no pages */
  },
};

/**
 * The CRLs of issuers. A complete one is the last one with what was revoked since and without what has expired, so that one revocation costs one row and one
 * signature, however many there are. A delta holds what no complete one does.
 */
export class Crls {
  readonly #runs = new SharedRuns<CrlHead | null>();
  readonly #contents = new LRUCache<string, Uint8Array>({
    maxSize: cacheBytes,
    sizeCalculation: ({ length }) => length || 1,
  });

  constructor(
    private readonly deps: {
      store: CrlStore;
      builder: CrlBuilder;
      authorities: AuthorityReader;
      clock: Clock;
    },
  ) {}

  /**
   * Publishes a new CRL of an issuer that holds every revocation recorded before the call. Many calls at once share one.
   * @returns null where there is nobody to sign it, or for a delta where there are none
   * @throws CRL_TOO_LARGE
   */
  publish(authority: Authority, issuerId: string, kind: CrlKind = 'complete'): Promise<CrlHead | null> {
    const mountId = authority.mount.id;
    const leader = crlGroupOf(authority, issuerId)?.leader.id ?? issuerId;
    return this.#runs.run(leader, kind, () => this.#publish(mountId, leader, kind));
  }

  /**
   * The CRL to be served; undefined where an issuer has none. The first complete one is made when it is asked for.
   * @throws CRL_TOO_LARGE
   */
  async current(authority: Authority, issuer: AuthorityIssuer, kind: CrlKind): Promise<PublishedCrl | undefined> {
    const group = crlGroupOf(authority, issuer.id);
    if (!group || (kind === 'delta' && !authority.mount.crl.enableDelta)) return undefined;
    const members = group.members.map(({ id }) => id);
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const head =
        (await this.deps.store.last(members, kind === 'delta')) ??
        (kind === 'complete' ? await this.publish(authority, issuer.id) : null);
      if (!head) return undefined;
      const der = await this.#content(head);
      if (der) return { ...head, der };
    }
    throw problem('UNAVAILABLE');
  }

  /** Ends when nothing is being built any more. */
  async close(): Promise<void> {
    await this.#runs.idle();
    await this.deps.builder.close();
  }

  async #content({ id }: CrlHead): Promise<Uint8Array | null> {
    const known = this.#contents.get(id);
    if (known) return known;
    const content = await this.deps.store.content(id);
    if (content) this.#contents.set(id, content);
    return content;
  }

  async #publish(mountId: string, leaderId: string, kind: CrlKind): Promise<CrlHead | null> {
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const authority = await this.deps.authorities.byId(mountId);
      const group = crlGroupOf(authority, leaderId);
      if (!group?.signer) return null;
      const published = await (kind === 'complete'
        ? this.#complete(authority, group, group.signer)
        : this.#delta(authority, group, group.signer));
      if (published !== 'overtaken') return published;
    }
    throw problem('UNAVAILABLE');
  }

  async #complete(
    authority: Authority,
    group: CrlGroup,
    signer: AuthorityIssuer,
  ): Promise<CrlHead | null | 'overtaken'> {
    const { store, builder } = this.deps;
    const { crl: config } = authority.mount;
    const members = group.members.map(({ id }) => id);
    const seen = await store.lastNumber(members);
    const last = await store.last(members, false);
    // What was empty on purpose is no base, nor is one of an authority that is another one now.
    const base = last && !last.suppressed && !config.disable ? await this.#content(last) : null;
    const from = base && last;
    const order: CrlOrder = {
      ...this.#order(authority, signer, seen + 1n, config.expiry),
      deltaBase: undefined,
      base: base ?? undefined,
      // RFC 5280 3.3: an entry stays until it was on a CRL made after its certificate expired.
      leaving: from ? await store.leaving(members, from.thisUpdate) : [],
    };
    const published: string[] = [];
    const take = (page: readonly string[]) => published.push(...page);
    const pages = config.disable ? none : from ? store.unpublished(members, take) : store.whole(members, take);
    const baseCount = Number(from?.entryCount ?? 0n);
    const { der, entryCount } = await builder.build(order, baseCount, bounded(pages, authority, order, baseCount));
    const crl = newCrl(authority, group, order, der, entryCount);
    const empty = config.enableDelta && !config.disable ? await this.#emptyDelta(authority, group, order) : undefined;
    if (!(await store.publish(members, seen, crl, empty))) return 'overtaken';
    await store.markPublished(published, order.number);
    await store.markLeft(members, order.leaving, order.number);
    return store.last(members, false);
  }

  /** RFC 5280 5.2.4: published together with a complete one, a delta has its number. */
  async #emptyDelta(authority: Authority, group: CrlGroup, complete: CrlOrder): Promise<NewCrl> {
    const { deltaRebuildInterval, expiry } = authority.mount.crl;
    const nextUpdate = deltaEnd(complete.thisUpdate, deltaRebuildInterval, expiry);
    const order = { ...complete, base: undefined, leaving: [], freshest: [], deltaBase: complete.number, nextUpdate };
    const { der, entryCount } = await this.deps.builder.build(order, 0, none);
    return newCrl(authority, group, order, der, entryCount);
  }

  async #delta(authority: Authority, group: CrlGroup, signer: AuthorityIssuer): Promise<CrlHead | null | 'overtaken'> {
    const { store, builder } = this.deps;
    const { crl: config } = authority.mount;
    if (!config.enableDelta || config.disable) return null;
    const members = group.members.map(({ id }) => id);
    const seen = await store.lastNumber(members);
    const last = await store.last(members, false);
    if (!last || last.suppressed) return this.#complete(authority, group, signer);
    const plan = this.#order(authority, signer, seen + 1n, config.expiry);
    const order: CrlOrder = {
      ...plan,
      freshest: [],
      deltaBase: last.number,
      base: undefined,
      leaving: [],
      nextUpdate: deltaEnd(plan.thisUpdate, config.deltaRebuildInterval, config.expiry),
    };
    const pages = store.unpublished(members, () => undefined);
    const { der, entryCount } = await builder.build(order, 0, bounded(pages, authority, order, 0));
    const crl = newCrl(authority, group, order, der, entryCount);
    return (await store.publish(members, seen, crl)) ? store.last(members, true) : 'overtaken';
  }

  #order(authority: Authority, signer: AuthorityIssuer, number: bigint, lifetime: number) {
    const thisUpdate = this.deps.clock.now();
    const { crl: config } = authority.mount;
    return {
      issuer: signer.certificate.subject.der,
      issuerKeyId: signer.subjectKeyId,
      number,
      thisUpdate,
      nextUpdate: new Date(thisUpdate.getTime() + lifetime * second),
      freshest: config.enableDelta ? signer.urls.deltaCrlDistributionPoints : [],
      privateKey: signer.privateKey(),
      signing: signer.revocationSignature,
    };
  }
}

/** A delta is made at every interval: one that was missed does not leave clients without. */
const deltaEnd = (from: Date, interval: number, expiry: number): Date =>
  new Date(from.getTime() + Math.min(2 * interval, expiry) * second);

function newCrl(
  { mount }: Authority,
  { leader }: CrlGroup,
  { number, deltaBase, thisUpdate, nextUpdate }: CrlOrder,
  der: Uint8Array<ArrayBuffer>,
  entryCount: number,
): NewCrl {
  const delta = deltaBase !== undefined;
  const suppressed = mount.crl.disable;
  const head = { mountId: mount.id, issuerId: leader.id, delta, number, baseNumber: deltaBase ?? null };
  return { ...head, thisUpdate, nextUpdate, entryCount: BigInt(entryCount), suppressed, der };
}

/** Stops when there are more entries than `max_crl_entries` allows. @throws CRL_TOO_LARGE */
async function* bounded(
  pages: AsyncIterable<string>,
  { mount }: Authority,
  order: CrlOrder,
  baseCount: number,
): AsyncGenerator<string> {
  const most = mount.crl.maxCrlEntries;
  let count = baseCount - order.leaving.length;
  const check = () => {
    if (most >= 0 && count > most) throw problem('CRL_TOO_LARGE', tooLarge(most));
  };
  check();
  for await (const page of pages) {
    count += page.split('\n').length;
    check();
    yield page;
  }
}

const tooLarge = (most: number) =>
  `the CRL would hold more than ${most} entries, which is the limit of max_crl_entries: it was not rebuilt`;
