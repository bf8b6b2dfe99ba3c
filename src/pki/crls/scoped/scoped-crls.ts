import type { Clock } from '../../../platform/clock.js';
import { keepApart } from '../../../platform/database/lost-race.js';
import type { JobProgress, Report } from '../../../platform/jobs/job-progress.js';
import { problem } from '../../../platform/problems.js';
import type { MountJob } from '../../events/pki-events.js';
import type { Authority, AuthorityReader } from '../../issuers/authority.js';
import type { CrlBuilder } from '../crl-builder.js';
import { crlGroupOf } from '../crl-group.js';
import type { CrlGroup } from '../crl-group.js';
import { crlTooLarge } from '../crl-limit.js';
import type { CrlOrder } from '../crl-order.js';
import { deltaEnd, dueNext } from '../crl-schedule.js';
import type { DueCrl } from '../crl-schedule.js';
import type { CrlKind, CrlStore } from '../crl.store.js';
import { CrlReplaced } from '../crls.js';
import { HeldCrls } from '../held-crls.js';
import type { CrlOctets } from '../parts/crl-octets.js';
import type { RevokedRows } from '../revoked-rows.js';
import { SharedRuns } from '../shared-runs.js';
import { isOfMounts, mountsOf, partsOf, partsText, rangesOf, shardScope, unifiedOf } from './scopes.js';
import type { Parts, Scope } from './scopes.js';
import { unifiedScope } from './scoped-crl.store.js';
import type { NewScopedCrl, ScopedCrlStore, ScopedHead } from './scoped-crl.store.js';
import type { ScopedRows } from './scoped-rows.js';
import { shardDue } from './shard-schedule.js';
import type { TakingPart } from './taking-part.js';

const second = 1000;
/** It is not expected that another process publishes repeatedly for the same scope. */
const attempts = 10;
const longestPauseMs = 20;

const nothing: AsyncIterable<string> = {
  async *[Symbol.asyncIterator]() {
    /* no pages */
  },
};

type Wanted = CrlKind | 'due';

/**
 * CRLs of another scope than all certificates of an issuer in its mount: shards, which certificates name as their distribution point, and unified CRLs, with the
 * revocations of all mounts that have the same authority. The numbers of unified ones are those of the issuer's other CRLs, so that they only increase wherever
 * one takes the place of another. Each is built out of its rows, not out of the CRL before: a shard is small, and a unified CRL is built by time.
 */
export class ScopedCrls {
  readonly #runs = new SharedRuns<ScopedHead | null>();
  readonly #contents = new HeldCrls<CrlOctets>();

  constructor(
    private readonly deps: {
      store: ScopedCrlStore;
      numbers: Pick<CrlStore, 'lastNumber'>;
      scopedRows: ScopedRows;
      rows: Pick<RevokedRows, 'lastOrdinal'>;
      taking: TakingPart;
      builder: CrlBuilder;
      authorities: AuthorityReader;
      progress: JobProgress;
      clock: Clock;
    },
  ) {}

  /** Of a shard of an issuer, built if there is none yet; undefined if it has no such shard. @throws CRL_TOO_LARGE */
  async shard(authority: Authority, issuerId: string, shard: number): Promise<ScopedHead | undefined> {
    const group = crlGroupOf(authority, issuerId);
    const scope = group && shardScope(authority, group, shard);
    if (!scope) return undefined;
    const last = await this.deps.store.last(idsOf(scope), shard, 'complete');
    return last ?? (await this.#run(authority, issuerId, shard, 'due')) ?? undefined;
  }

  /**
   * Of an authority in all mounts that take part, built if there is none yet.
   * @returns undefined if the mount of the authority does not take part; null if there is no delta
   * @throws CRL_TOO_LARGE
   */
  async unified(authority: Authority, issuerId: string, kind: CrlKind): Promise<ScopedHead | null | undefined> {
    const scope = await this.#unified(authority, issuerId);
    if (!scope) return undefined;
    if (kind === 'delta' && !authority.mount.crl.enableDelta) return null;
    const last = await this.deps.store.last(idsOf(scope), unifiedScope, kind);
    if (last !== null || kind === 'delta') return last;
    return this.#run(authority, issuerId, unifiedScope, 'due');
  }

  /** Publishes a new one with every revocation that was recorded before the call. @throws CRL_TOO_LARGE */
  publish(authority: Authority, issuerId: string, shard: number, kind: CrlKind): Promise<ScopedHead | null> {
    return this.#run(authority, issuerId, shard, kind);
  }

  /** The same, unless somebody did it before its turn comes. @throws CRL_TOO_LARGE */
  publishDue(authority: Authority, issuerId: string, shard: number): Promise<ScopedHead | null> {
    return this.#run(authority, issuerId, shard, 'due');
  }

  /** Publishes all of an issuer now. @throws CRL_TOO_LARGE */
  async publishAll(authority: Authority, issuerId: string, kind: CrlKind): Promise<void> {
    await this.#run(authority, issuerId, unifiedScope, kind);
    if (kind === 'complete')
      for (let shard = 0; shard < authority.mount.crl.shardsEver; shard++)
        await this.#run(authority, issuerId, shard, kind);
  }

  /**
   * Builds what is due of an issuer.
   * @returns when the next one is due
   * @throws CRL_TOO_LARGE
   */
  async publishAllDue(authority: Authority, group: CrlGroup, signal?: AbortSignal): Promise<Date | undefined> {
    const { clock, store } = this.deps;
    const { crl: config } = authority.mount;
    const unified = await this.#unified(authority, group.leader.id);
    const times: Date[] = [];
    if (unified) times.push(await this.#upToDate(authority, group, unified));
    const issuerIds = group.members.map(({ id }) => id);
    if (config.shardsEver === 0) return earliest(times);
    const published = await store.shards(issuerIds);
    const behind = await store.behind(issuerIds);
    for (let shard = 0; shard < config.shardsEver; shard++) {
      const now = clock.now();
      const last = published.get(shard) ?? null;
      let due = shardDue(now, config, last, behind.has(shard));
      if (due <= now || (await store.lack([last]))) {
        signal?.throwIfAborted();
        const made = await this.publishDue(authority, group.leader.id, shard);
        due = shardDue(clock.now(), config, made, false);
      }
      times.push(due);
    }
    return earliest(times);
  }

  /** Whether the published CRL of a shard contains a revocation. */
  async holds(authority: Authority, issuerId: string, shard: number, ordinal: bigint): Promise<boolean> {
    const issuerIds = crlGroupOf(authority, issuerId)?.members.map(({ id }) => id) ?? [];
    const last = await this.deps.store.last(issuerIds, shard, 'complete');
    return last !== null && last.through >= ordinal;
  }

  /** DER. @throws CrlReplaced, CrlDamaged */
  async octets(head: ScopedHead): Promise<CrlOctets> {
    const octets = await this.#contents.getOrRead(head, (before) => this.deps.store.octets(head.id, before));
    if (!octets) throw new CrlReplaced();
    return octets;
  }

  /** Octets of its content, without reading it. @throws CrlReplaced */
  async size(head: ScopedHead): Promise<number> {
    const size = this.#contents.get(head)?.length ?? (await this.deps.store.size(head.id));
    if (size === null) throw new CrlReplaced();
    return size;
  }

  /** Resolves when nothing is being built any more. */
  close(): Promise<void> {
    return this.#runs.idle();
  }

  async #unified(authority: Authority, issuerId: string): Promise<Scope | undefined> {
    const group = crlGroupOf(authority, issuerId);
    return group && unifiedOf(authority, group, await this.deps.taking.of(authority, issuerId));
  }

  async #upToDate(authority: Authority, group: CrlGroup, scope: Scope): Promise<Date> {
    const { clock } = this.deps;
    const { at } = await this.#due(scope, clock.now());
    if (at > clock.now()) return at;
    await this.publishDue(authority, group.leader.id, unifiedScope);
    return (await this.#due(scope, clock.now())).at;
  }

  async #due(scope: Scope, now: Date): Promise<DueCrl> {
    const { store } = this.deps;
    const issuerIds = idsOf(scope);
    const complete = await store.last(issuerIds, scope.shard, 'complete');
    if (scope.shard !== unifiedScope) {
      const behind = complete !== null && (await store.behind(issuerIds)).has(scope.shard);
      const at = shardDue(now, scope.config, complete, behind);
      return { kind: 'complete', at: at > now && (await store.lack([complete])) ? now : at };
    }
    const delta = await store.last(issuerIds, scope.shard, 'delta');
    const isOld = complete !== null && !isOfMounts(partsOf(complete), scope);
    if (isOld || (await store.lack([complete, delta]))) return { kind: 'complete', at: now };
    return dueNext(now, scope.config, { complete, delta, unpublished: false });
  }

  #run(authority: Authority, issuerId: string, shard: number, wanted: Wanted): Promise<ScopedHead | null> {
    const mountId = authority.mount.id;
    const leaderId = crlGroupOf(authority, issuerId)?.leader.id ?? issuerId;
    return this.#runs.run(`${leaderId} ${shard}`, wanted, () =>
      this.deps.progress.during({ job: 'crl.build' satisfies MountJob, topic: mountId, subject: leaderId }, (report) =>
        this.#publish(mountId, leaderId, shard, wanted, report),
      ),
    );
  }

  async #publish(
    mountId: string,
    leaderId: string,
    shard: number,
    wanted: Wanted,
    report: Report,
  ): Promise<ScopedHead | null> {
    const { store, numbers, authorities, clock } = this.deps;
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const authority = await authorities.byId(mountId);
      const group = crlGroupOf(authority, leaderId);
      const scope =
        group &&
        (shard === unifiedScope ? await this.#unified(authority, leaderId) : shardScope(authority, group, shard));
      if (!scope) return null;
      const issuerIds = idsOf(scope);
      // Before checking what is due: if somebody publishes after this, the attempt fails.
      const seen = await numbers.lastNumber(issuerIds);
      const now = clock.now();
      const due = wanted === 'due' ? await this.#due(scope, now) : { kind: wanted, at: now };
      if (due.at > now) return store.last(issuerIds, shard, 'complete');
      if (due.kind === 'delta' && shard !== unifiedScope) return null;
      const published = await this.#build(scope, due.kind, seen, report);
      if (published) return published;
      await keepApart(attempt, longestPauseMs);
    }
    throw problem('UNAVAILABLE');
  }

  /** @returns null if another was published in the meantime */
  async #build(scope: Scope, asked: CrlKind, seen: bigint, report: Report): Promise<ScopedHead | null> {
    const { store, clock, scopedRows } = this.deps;
    const { config } = scope;
    const last = await store.last(idsOf(scope), scope.shard, 'complete');
    const base = asked === 'delta' && last && isOfMounts(partsOf(last), scope) ? last : undefined;
    const through = await this.#through(scope);
    const now = clock.now();
    const isShard = scope.shard !== unifiedScope;
    const ordered = this.#order(scope, isShard ? shardNumber(last, now) : seen + 1n, now, base?.number);
    const unexpired = last && last.thisUpdate < now ? last.thisUpdate : now;
    const ranges = rangesOf(scope, base ? partsOf(base) : new Map<string, bigint>(), through);
    const pages = config.disable
      ? nothing
      : bounded(scopedRows.packed(ranges, unexpired), config.maxCrlEntries, report);
    const crl = await this.#made(scope, ordered, pages, through);
    const beside = base || !hasDeltas(scope) ? undefined : await this.#emptyDelta(scope, ordered, through);
    const published = await (isShard ? store.publishShard(crl, last) : store.publish(scope.members, seen, crl, beside));
    if (published) this.#contents.set(published, crl.octets);
    return published;
  }

  /** RFC 5280 5.2.4: a delta that is published with a complete CRL has the same number. */
  #emptyDelta(scope: Scope, complete: CrlOrder, through: Parts): Promise<NewScopedCrl> {
    const order = this.#order(scope, complete.number, complete.thisUpdate, complete.number);
    return this.#made(scope, order, nothing, through);
  }

  async #made(scope: Scope, order: CrlOrder, pages: AsyncIterable<string>, through: Parts): Promise<NewScopedCrl> {
    const { octets, entryCount } = await this.deps.builder.build(order, 0, pages);
    const isShard = scope.shard !== unifiedScope;
    return {
      mountId: scope.mountId,
      issuerId: scope.leaderId,
      shard: scope.shard,
      delta: order.deltaBase !== undefined,
      number: order.number,
      baseNumber: order.deltaBase ?? null,
      thisUpdate: order.thisUpdate,
      nextUpdate: order.nextUpdate,
      entryCount: BigInt(entryCount),
      through: isShard ? (through.get(scope.mountId) ?? 0n) : 0n,
      parts: isShard ? '{}' : partsText(through),
      suppressed: scope.config.disable,
      octets,
    };
  }

  #order(scope: Scope, number: bigint, thisUpdate: Date, deltaBase: bigint | undefined): CrlOrder {
    const { signer, config, distributionPoint } = scope;
    const { deltaRebuildInterval, expiry } = config;
    const isFreshest = hasDeltas(scope) && config.unifiedCrlOnExistingPaths && deltaBase === undefined;
    return {
      issuer: signer.certificate.subject.der,
      issuerKeyId: signer.subjectKeyId,
      number,
      thisUpdate,
      nextUpdate:
        deltaBase === undefined
          ? new Date(thisUpdate.getTime() + expiry * second)
          : deltaEnd(thisUpdate, deltaRebuildInterval, expiry),
      // The addresses of deltas are those of the mount's own, unless the unified ones are there.
      freshest: isFreshest ? signer.urls.deltaCrlDistributionPoints : [],
      distributionPoint,
      key: signer.privateKey(),
      signing: signer.revocationSignature,
      deltaBase,
      base: undefined,
      leaving: [],
    };
  }

  /** How far the revocations of each mount go. A disabled CRL contains none. */
  async #through(scope: Scope): Promise<Parts> {
    const through = new Map<string, bigint>();
    for (const id of mountsOf(scope)) through.set(id, scope.config.disable ? 0n : await this.deps.rows.lastOrdinal(id));
    return through;
  }
}

const idsOf = ({ members }: Scope): readonly string[] => members.map(({ id }) => id);

/** A shard is small, so it is built anew where another CRL would have a delta. */
const hasDeltas = ({ shard, config }: Scope): boolean => shard === unifiedScope && config.enableDelta;

const earliest = (times: readonly Date[]): Date | undefined =>
  times.length === 0 ? undefined : new Date(Math.min(...times.map((time) => time.getTime())));

/** Milliseconds since 1970, or one more than the last: so it increases although the last one may be deleted with its issuer. */
const shardNumber = (last: ScopedHead | null, now: Date): bigint => {
  const time = BigInt(now.getTime());
  return last && last.number >= time ? last.number + 1n : time;
};

/** @throws CRL_TOO_LARGE if there are more entries than `max_crl_entries` allows */
async function* bounded(pages: AsyncIterable<string>, most: number, report: Report): AsyncGenerator<string> {
  let count = 0;
  for await (const page of pages) {
    count += page.split('\n').length;
    if (most >= 0 && count > most) throw crlTooLarge(most);
    report(count, count);
    yield page;
  }
}
