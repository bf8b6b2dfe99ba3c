import type { Clock } from '../../platform/clock.js';
import { keepApart } from '../../platform/database/lost-race.js';
import type { JobProgress, Report } from '../../platform/jobs/job-progress.js';
import { problem } from '../../platform/problems.js';
import type { CrlConfig } from '../config/crl-config.js';
import type { MountJob } from '../events/pki-events.js';
import type { Authority, AuthorityIssuer, AuthorityReader } from '../issuers/authority.js';
import type { CrlBuilder } from './crl-builder.js';
import { crlGroupOf } from './crl-group.js';
import type { CrlGroup } from './crl-group.js';
import { HeldCrls } from './held-crls.js';
import { crlTooLarge } from './crl-limit.js';
import type { CrlHead, CrlStore, NewCrl } from './crl.store.js';
import { newCrl, orderOf } from './new-crl.js';
import type { CrlOrder } from './crl-order.js';
import { deltaEnd, dueNext, isOfTheFuture } from './crl-schedule.js';
import type { DueCrl } from './crl-schedule.js';
import type { CrlOctets } from './parts/crl-octets.js';
import { CrlDamaged } from './parts/damaged.js';
import type { RevokedRows } from './revoked-rows.js';
import { SharedRuns } from './shared-runs.js';
import type { CrlKind } from './crl.store.js';

/** A published CRL in the form in which it is served. */
export interface PublishedCrl extends CrlHead {
  readonly der: Uint8Array;
}

/** It is not expected that another process publishes repeatedly for the same issuer. */
const attempts = 10;
const longestPauseMs = 20;

/** Another CRL was published after the head was read: the content is deleted. */
export class CrlReplaced extends Error {}

/** Uses the latest CRL, and tries again if it was replaced in the meantime. @throws UNAVAILABLE, and what `use` throws */
export async function lastOf<T>(use: () => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    try {
      return await use();
    } catch (error) {
      if (!(error instanceof CrlReplaced)) throw error;
    }
  }
  throw problem('UNAVAILABLE');
}

/** What was there when it was decided what to build: if another was published since, nothing is published. */
interface Before {
  /** Number of the last CRL. */
  readonly seen: bigint;
  /** The latest complete one. */
  readonly last: CrlHead | null;
}

const idsOf = (members: CrlGroup['members']): readonly string[] => members.map(({ id }) => id);

const noneIfDamaged = (error: unknown): null => {
  if (error instanceof CrlDamaged) return null;
  throw error;
};

const none: AsyncIterable<string> = {
  async *[Symbol.asyncIterator]() {
    /* no pages */
  },
};

/**
 * The CRLs of issuers. A complete CRL is the previous one plus new revocations minus expired certificates, so a revocation costs one row and one signature,
 * whatever the size. A delta contains what no complete CRL contains.
 */
export class Crls {
  /** Of what is built, and of what is recorded with its CRL. */
  readonly runs = new SharedRuns<CrlHead | null>();
  readonly #contents = new HeldCrls<CrlOctets>();

  constructor(
    private readonly deps: {
      store: CrlStore;
      rows: RevokedRows;
      builder: CrlBuilder;
      authorities: AuthorityReader;
      progress: JobProgress;
      clock: Clock;
    },
  ) {}

  /**
   * Publishes a new CRL of an issuer with every revocation that was recorded before the call. Many calls at the same time share one CRL. If an issuer is
   * deleted in the meantime, its CRL passes to the issuers of its subject and key.
   * @returns null if no issuer can sign it, or for a delta if they are disabled
   * @throws CRL_TOO_LARGE
   */
  publish(authority: Authority, issuerId: string, kind: CrlKind = 'complete'): Promise<CrlHead | null> {
    return this.#run(authority, issuerId, kind);
  }

  /**
   * Publishes what is due for an issuer, unless somebody did it before its turn comes. Of all who see that a revocation is on no CRL, or that a new issuer has
   * none, only one builds it.
   * @returns the new CRL, or the latest complete one; null if no issuer can sign it
   * @throws CRL_TOO_LARGE
   */
  publishDue(authority: Authority, issuerId: string): Promise<CrlHead | null> {
    return this.#run(authority, issuerId, 'due');
  }

  /** What is built next for the issuers that share a CRL, and when. The caller must compare it with the same `now`, because a clock may step back. */
  async due({ mount }: Authority, { members }: CrlGroup, now: Date): Promise<DueCrl> {
    return this.#dueAfter(await this.deps.store.last(idsOf(members), 'complete'), mount.crl, members, now);
  }

  /** The same after the latest complete one; what does not matter to the configuration is not read. */
  async #dueAfter(
    complete: CrlHead | null,
    config: CrlConfig,
    members: CrlGroup['members'],
    now: Date,
  ): Promise<DueCrl> {
    const { store, rows } = this.deps;
    const issuerIds = idsOf(members);
    const { autoRebuild, disable, enableDelta } = config;
    const delta = enableDelta && !disable ? await store.last(issuerIds, 'delta') : null;
    const unpublished = !autoRebuild && !disable && (await rows.anyAfter(issuerIds, complete?.through ?? 0n));
    const due = dueNext(now, config, { complete, delta, unpublished });
    if (due.kind === 'complete' && due.at <= now) return due;
    return (await store.lack([complete, delta])) ? { kind: 'complete', at: now } : due;
  }

  /**
   * The CRL to serve; undefined if an issuer has none. The first complete one is built on request.
   * @throws CRL_TOO_LARGE
   */
  async current(authority: Authority, issuer: AuthorityIssuer, kind: CrlKind): Promise<PublishedCrl | undefined> {
    return lastOf(async () => {
      const head = await this.head(authority, issuer, kind);
      return head && { ...head, der: await (await this.octets(head)).joined() };
    });
  }

  /** As `current`, without its content. */
  async head(authority: Authority, issuer: AuthorityIssuer, kind: CrlKind): Promise<CrlHead | undefined> {
    const group = crlGroupOf(authority, issuer.id);
    if (!group) return undefined;
    const members = group.members.map(({ id }) => id);
    if (kind === 'delta' && !authority.mount.crl.enableDelta) return this.#resting(authority, issuer, members);
    const last = await this.deps.store.last(members, kind);
    if (last !== null || kind === 'delta') return last ?? undefined;
    await this.publishDue(authority, issuer.id);
    return (await this.deps.store.last(members, 'complete')) ?? undefined;
  }

  /**
   * The delta while deltas are off, as OpenBao serves it to whoever asks: it changes nothing of the complete CRL, and is built once for each. Never of a CRL
   * that is about to be replaced: the next one has another. No job looks after it, so whoever asks finds out whether it can be read.
   */
  async #resting(
    authority: Authority,
    issuer: AuthorityIssuer,
    members: readonly string[],
  ): Promise<CrlHead | undefined> {
    const complete = await this.head(authority, issuer, 'complete');
    if (!complete) return undefined;
    const fits = (delta: CrlHead | null) => (delta?.baseNumber === complete.number ? delta : undefined);
    const known = fits(await this.deps.store.last(members, 'delta'));
    if (known && !(await this.deps.store.lack([known]))) return known;
    await this.publish(authority, issuer.id, 'delta');
    return fits(await this.deps.store.last(members, 'delta'));
  }

  /** DER. @throws CrlReplaced, CrlDamaged */
  async octets(head: CrlHead): Promise<CrlOctets> {
    const octets = await this.#octets(head);
    if (!octets) throw new CrlReplaced();
    return octets;
  }

  /** What was just published is not read again. */
  keep(head: CrlHead, octets: CrlOctets): void {
    this.#contents.set(head, octets);
  }

  /** Octets of its content, without reading it. @throws CrlReplaced */
  async size(head: CrlHead): Promise<number> {
    const size = this.#contents.get(head)?.length ?? (await this.deps.store.size(head.id));
    if (size === null) throw new CrlReplaced();
    return size;
  }

  /** Whether the published complete CRL contains a revocation, or contained it until it left. */
  async holds(authority: Authority, { issuerId, ordinal }: { issuerId: string; ordinal: bigint }): Promise<boolean> {
    const group = crlGroupOf(authority, issuerId);
    if (!group) return false;
    const issuerIds = group.members.map(({ id }) => id);
    const last = await this.deps.store.last(issuerIds, 'complete');
    return last !== null && last.through >= ordinal;
  }

  /** Resolves when nothing is being built any more. */
  async close(): Promise<void> {
    await this.runs.idle();
    await this.deps.builder.close();
  }

  #octets(head: CrlHead): Promise<CrlOctets | null> {
    return this.#contents.getOrRead(head, (before) => this.deps.store.octets(head.id, before));
  }

  #run(authority: Authority, issuerId: string, wanted: CrlKind | 'due'): Promise<CrlHead | null> {
    const mountId = authority.mount.id;
    const members = crlGroupOf(authority, issuerId)?.members.map(({ id }) => id) ?? [issuerId];
    const [leader = issuerId] = members;
    return this.runs.run(leader, wanted, () =>
      this.deps.progress.during({ job: 'crl.build' satisfies MountJob, topic: mountId, subject: leader }, (report) =>
        this.#publish(mountId, members, wanted, report),
      ),
    );
  }

  async #publish(
    mountId: string,
    members: readonly string[],
    wanted: CrlKind | 'due',
    report: Report,
  ): Promise<CrlHead | null> {
    const { store, clock } = this.deps;
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const authority = await this.deps.authorities.byId(mountId);
      const group = members.map((id) => crlGroupOf(authority, id)).find((each) => each !== undefined);
      if (!group?.signer) return null;
      const issuerIds = idsOf(group.members);
      // Before checking what is due: if somebody publishes after this, the attempt fails.
      const seen = await store.lastNumber(issuerIds);
      const now = clock.now();
      const last = await store.last(issuerIds, 'complete');
      const due =
        wanted === 'due'
          ? await this.#dueAfter(last, authority.mount.crl, group.members, now)
          : { kind: wanted, at: now };
      if (due.at > now) return last;
      const before = { seen, last };
      const published = await (due.kind === 'complete'
        ? this.#complete(authority, group, group.signer, before, report)
        : this.#delta(authority, group, group.signer, before, report));
      if (published !== 'overtaken') return published;
      await keepApart(attempt, longestPauseMs);
    }
    throw problem('UNAVAILABLE');
  }

  async #complete(
    authority: Authority,
    group: CrlGroup,
    signer: AuthorityIssuer,
    { seen, last }: Before,
    report: Report,
  ): Promise<CrlHead | null | 'overtaken'> {
    const { store, rows, builder } = this.deps;
    const { crl: config } = authority.mount;
    const issuerIds = idsOf(group.members);
    const now = this.deps.clock.now();
    const early = last !== null && isOfTheFuture(last, now);
    if (early) await rows.takeBack(issuerIds, now);
    const base = early ? null : await this.#baseOf(authority, issuerIds, last);
    if (base === 'overtaken') return base;
    const through = config.disable ? 0n : await rows.lastOrdinal(authority.mount.id);
    // RFC 5280 3.3: an entry stays until it was on a CRL that was built after its certificate expired.
    const leaving = base ? await rows.leaving(issuerIds, base.head) : [];
    const order: CrlOrder = {
      ...orderOf(authority, signer, seen + 1n, this.deps.clock.now()),
      deltaBase: undefined,
      base: base?.octets,
      leaving: leaving.map(({ serialNumber }) => serialNumber),
    };
    const { through: after, entryCount } = base?.head ?? { through: 0n, entryCount: 0n };
    const added = base ? rows.since({ issuerIds, after, through }) : rows.whole({ issuerIds, through });
    const pages = config.disable ? none : added;
    const baseCount = Number(entryCount);
    // An upper bound: all of the mount's, even if the issuer has only some of them.
    const most = baseCount + Number(through - after);
    const read = bounded(pages, authority, order, baseCount, (count) => report(count, most));
    const built = await builder.build(order, baseCount, read);
    const crl = newCrl(authority, group, order, { ...built, through });
    const empty = config.enableDelta && !config.disable ? await this.#emptyDelta(authority, group, order) : undefined;
    const published = await store.publish(issuerIds, seen, crl, empty);
    if (!published) {
      // Another process published since: if its CRL contains everything that this one would, nothing is left to do.
      const newer = await store.last(issuerIds, 'complete');
      return newer && newer.through >= through && newer.suppressed === config.disable ? newer : 'overtaken';
    }
    this.keep(published, built.octets);
    await rows.markLeft(leaving, order.number);
    return published;
  }

  /**
   * What the next complete CRL is built on.
   * @returns null where all of it is read anew: after one that was empty on purpose, and one that cannot be read whole
   */
  async #baseOf(
    { mount }: Authority,
    issuerIds: readonly string[],
    last: CrlHead | null,
  ): Promise<{ readonly head: CrlHead; readonly octets: CrlOctets } | null | 'overtaken'> {
    if (last === null || last.suppressed || mount.crl.disable) return null;
    const octets = await this.#octets(last).catch(noneIfDamaged);
    if (octets) return { head: last, octets };
    // Replaced while it was read: the one after it is the base.
    const newest = await this.deps.store.last(issuerIds, 'complete');
    return newest?.id === last.id ? null : 'overtaken';
  }

  /** RFC 5280 5.2.4: a delta that is published with a complete CRL has the same number. */
  async #emptyDelta(authority: Authority, group: CrlGroup, complete: CrlOrder): Promise<NewCrl> {
    const { deltaRebuildInterval, expiry } = authority.mount.crl;
    const nextUpdate = deltaEnd(complete.thisUpdate, deltaRebuildInterval, expiry);
    const order = { ...complete, base: undefined, leaving: [], freshest: [], deltaBase: complete.number, nextUpdate };
    const built = await this.deps.builder.build(order, 0, none);
    return newCrl(authority, group, order, { ...built, through: 0n });
  }

  async #delta(
    authority: Authority,
    group: CrlGroup,
    signer: AuthorityIssuer,
    { seen, last }: Before,
    report: Report,
  ): Promise<CrlHead | null | 'overtaken'> {
    const { store, rows, builder } = this.deps;
    const { crl: config } = authority.mount;
    const isResting = !config.enableDelta;
    if (config.disable && !isResting) return null;
    const issuerIds = idsOf(group.members);
    if (!last || last.suppressed !== config.disable)
      return this.#complete(authority, group, signer, { seen, last }, report);
    const plan = orderOf(authority, signer, seen + 1n, this.deps.clock.now());
    const order: CrlOrder = {
      ...plan,
      freshest: [],
      deltaBase: last.number,
      base: undefined,
      leaving: [],
      nextUpdate: isResting ? last.nextUpdate : deltaEnd(plan.thisUpdate, config.deltaRebuildInterval, config.expiry),
    };
    const through = isResting ? last.through : await rows.lastOrdinal(authority.mount.id);
    const pages = isResting ? none : rows.since({ issuerIds, after: last.through, through });
    const most = Number(through - last.through);
    const read = bounded(pages, authority, order, 0, (count) => report(count, most));
    const built = await builder.build(order, 0, read);
    const crl = newCrl(authority, group, order, { ...built, through });
    return (await store.publish(issuerIds, seen, crl)) ?? 'overtaken';
  }
}

/** Stops if there are more entries than `max_crl_entries` allows. @throws CRL_TOO_LARGE */
async function* bounded(
  pages: AsyncIterable<string>,
  { mount }: Authority,
  order: CrlOrder,
  baseCount: number,
  counted: (count: number) => void,
): AsyncGenerator<string> {
  const most = mount.crl.maxCrlEntries;
  let count = baseCount - order.leaving.length;
  const check = () => {
    if (most >= 0 && count > most) throw crlTooLarge(most);
  };
  check();
  for await (const page of pages) {
    count += page.split('\n').length;
    check();
    counted(count);
    yield page;
  }
}
