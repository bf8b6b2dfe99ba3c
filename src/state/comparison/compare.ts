import { createHash } from 'node:crypto';
import { UnreadableContent } from '../content/problem.js';
import type { Content } from '../content/scan.js';
import { readStateHeader } from '../content/header.js';
import type { StateHeaderResult } from '../content/header.js';
import type { InventoryOutput } from '../inventory/inventory.js';
import { BoundedList, defaultComparisonLimits } from './comparison.js';
import type { ComparisonLimits, ComparisonResult, ObjectChange, OutputChange, StateComparison } from './comparison.js';
import { differences, looseText } from './difference.js';
import type { ValueChange } from './difference.js';
import { visitObjects } from './instances.js';
import type { ObjectIdentity, ObjectRecord, ObjectValues } from './instances.js';
import { canonicalText, nullTree, parseTree } from './json-tree.js';

/** Opens the content again: it is read twice, and a third time if something differs. */
export type OpenContent = () => Content | Promise<Content>;

interface Side {
  readonly open: OpenContent;
  readonly legacy: boolean;
}

/**
 * What changed from one state to another: resources, instances, attributes and outputs, with sensitive values masked. The formats may differ. Memory: an
 * address and a digest for each object of `before`, and the changed objects up to the limits.
 *
 * @throws only what the contents' own streams throw
 */
export async function compareStates(
  before: OpenContent,
  after: OpenContent,
  limits: ComparisonLimits = defaultComparisonLimits,
): Promise<ComparisonResult> {
  const headers = { before: await readStateHeader(await before()), after: await readStateHeader(await after()) };
  for (const side of ['before', 'after'] as const) {
    const header = headers[side];
    const problems = header.isState ? header.unread : header.problems;
    if (problems.length > 0) return { comparable: false, side, problems };
  }
  let side: 'before' | 'after' = 'before';
  const reading = (next: 'before' | 'after'): void => {
    side = next;
  };
  try {
    const run = new ComparisonRun(
      { open: before, legacy: isLegacy(headers.before) },
      { open: after, legacy: isLegacy(headers.after) },
      limits,
    );
    return { comparable: true, comparison: await run.compare(reading) };
  } catch (error) {
    if (error instanceof UnreadableContent) return { comparable: false, side, problems: error.problems };
    throw error;
  }
}

const isLegacy = (result: StateHeaderResult): boolean => result.isState && (result.header.version ?? 4) < 4;

/** A changed object, by its position in both contents. */
interface Candidate {
  readonly before: number;
  readonly after: number;
}

interface Held {
  readonly values: ObjectValues;
  readonly provider: string;
}

const DIGEST_BYTES = 16;

class ComparisonRun {
  readonly #loose: boolean;
  /** Digests of the objects of `before`, by position. */
  #digests = Buffer.alloc(DIGEST_BYTES * 1_024);
  readonly #positions = new Map<string, number>();
  /** Resources of `before`; true after `after` has them too. */
  readonly #resources = new Map<string, boolean>();
  readonly #changedResources = new Set<string>();
  readonly #candidates: Candidate[] = [];
  readonly #added: BoundedList<ObjectIdentity>;
  #candidateCount = 0;
  #truncated = false;
  /** Characters of the values shown so far. */
  #told = 0;

  constructor(
    private readonly before: Side,
    private readonly after: Side,
    private readonly limits: ComparisonLimits,
  ) {
    this.#loose = before.legacy !== after.legacy;
    this.#added = new BoundedList(limits.entries);
  }

  async compare(reading: (side: 'before' | 'after') => void): Promise<StateComparison> {
    reading('before');
    const outputsBefore = await this.#index();
    reading('after');
    const addedResources = new BoundedList<string>(this.limits.entries);
    const outputsAfter = await this.#match(addedResources);
    reading('before');
    const { held, removed } = await this.#hold();
    reading('after');
    const changed = await this.#differ(held);

    const removedResources = new BoundedList<string>(this.limits.entries);
    for (const [address, kept] of this.#resources) if (!kept) removedResources.add(address);
    const changedResources = new BoundedList<string>(this.limits.entries);
    for (const address of this.#changedResources) changedResources.add(address);
    const outputs = this.#outputs(outputsBefore, outputsAfter);
    const lists = [this.#added, removed, changed, addedResources, removedResources, changedResources];
    return {
      resources: {
        added: addedResources.bounded,
        removed: removedResources.bounded,
        changed: changedResources.bounded,
      },
      instances: { added: this.#added.bounded, removed: removed.bounded, changed: changed.bounded },
      outputs: { added: outputs.added.bounded, removed: outputs.removed.bounded, changed: outputs.changed.bounded },
      truncated: this.#truncated || [...lists, ...Object.values(outputs)].some((list) => list.truncated),
    };
  }

  /** First pass over `before`: a digest for each address. */
  async #index(): Promise<readonly InventoryOutput[]> {
    return visitObjects(await this.before.open(), this.before.legacy, {
      record: (ordinal, record) => {
        const at = ordinal * DIGEST_BYTES;
        if (at + DIGEST_BYTES > this.#digests.length) this.#digests = Buffer.concat([this.#digests], at * 2);
        this.#digest(record).copy(this.#digests, at);
      },
      identity: (ordinal, { address, resourceAddress, provider }) => {
        this.#positions.set(address, ordinal);
        this.#resources.set(resourceAddress, false);
        const digest = this.#digests.subarray(ordinal * DIGEST_BYTES, (ordinal + 1) * DIGEST_BYTES);
        if (!this.#loose) withProvider(digest, provider);
      },
    });
  }

  /** First pass over `after`: equal objects are removed from the list; what remains of `before` was removed. */
  async #match(addedResources: BoundedList<string>): Promise<readonly InventoryOutput[]> {
    const digests = new Map<number, Buffer>();
    const addedNow = new Set<string>();
    return visitObjects(await this.after.open(), this.after.legacy, {
      record: (ordinal, record) => digests.set(ordinal, this.#digest(record)),
      identity: (ordinal, identity) => {
        const { address, resourceAddress, provider } = identity;
        const digest = digests.get(ordinal) ?? Buffer.alloc(DIGEST_BYTES);
        digests.delete(ordinal);
        const existed = this.#resources.has(resourceAddress);
        if (existed) this.#resources.set(resourceAddress, true);
        else if (!addedNow.has(resourceAddress)) {
          addedNow.add(resourceAddress);
          addedResources.add(resourceAddress);
        }
        const before = this.#positions.get(address);
        if (before === undefined) {
          this.#added.add(identity);
          if (existed) this.#changedResources.add(resourceAddress);
          return;
        }
        this.#positions.delete(address);
        if (!this.#loose) withProvider(digest, provider);
        const at = before * DIGEST_BYTES;
        if (this.#digests.subarray(at, at + DIGEST_BYTES).equals(digest)) return;
        this.#candidateCount++;
        if (this.#candidates.length < this.limits.entries) this.#candidates.push({ before, after: ordinal });
        else this.#changedResources.add(resourceAddress);
      },
    });
  }

  /** Second pass over `before`: the values of changed objects, and the removed objects. */
  async #hold(): Promise<{ held: Map<number, Held>; removed: BoundedList<ObjectIdentity> }> {
    const wanted = new Set(this.#candidates.map((candidate) => candidate.before));
    const gone = new Set(this.#positions.values());
    const removed = new BoundedList<ObjectIdentity>(this.limits.entries);
    const values = new Map<number, ObjectValues>();
    const held = new Map<number, Held>();
    if (wanted.size + gone.size === 0) return { held, removed };
    let length = 0;
    await visitObjects(await this.before.open(), this.before.legacy, {
      record: (ordinal, record) => {
        if (!record || !wanted.has(ordinal)) return;
        length += record.plainText().length;
        if (length <= this.limits.heldLength) values.set(ordinal, record.values());
      },
      identity: (ordinal, identity) => {
        const { provider, resourceAddress } = identity;
        const value = values.get(ordinal);
        if (value) held.set(ordinal, { values: value, provider });
        values.delete(ordinal);
        if (!gone.has(ordinal)) return;
        removed.add(identity);
        if (this.#resources.get(resourceAddress) === true) this.#changedResources.add(resourceAddress);
      },
    });
    return { held, removed };
  }

  /** Second pass over `after`: compares each changed object with the values of `before`. */
  async #differ(held: ReadonlyMap<number, Held>): Promise<BoundedList<ObjectChange>> {
    const changed = new BoundedList<ObjectChange>(this.limits.entries);
    changed.total = this.#candidateCount - this.#candidates.length;
    if (this.#candidates.length === 0) return changed;
    const partners = new Map(this.#candidates.map(({ before, after }) => [after, before]));
    const values = new Map<number, ObjectValues>();
    await visitObjects(await this.after.open(), this.after.legacy, {
      record: (ordinal, record) => {
        const before = partners.get(ordinal);
        if (record && before !== undefined && held.has(before)) values.set(ordinal, record.values());
      },
      identity: (ordinal, object) => {
        const before = partners.get(ordinal);
        if (before === undefined) return;
        const [old, now] = [held.get(before), values.get(ordinal)];
        values.delete(ordinal);
        const change =
          old && now ? this.#change(object, old, now) : { object, attributes: [], about: [], truncated: true };
        if (change.truncated) this.#truncated = true;
        if (!change.truncated && change.attributes.length === 0 && change.about.length === 0) return;
        changed.add(change);
        this.#changedResources.add(object.resourceAddress);
      },
    });
    return changed;
  }

  #change(object: ObjectIdentity, before: Held, now: ObjectValues): ObjectChange {
    const old = before.values;
    const sensitive = {
      paths: [...old.sensitive.paths, ...now.sensitive.paths],
      texts: [...old.sensitive.texts, ...now.sensitive.texts],
    };
    const looseScalars = this.#loose || old.flat !== now.flat;
    const attributes: ValueChange[] = [];
    let truncated = false;
    for (const change of differences(old.attributes, now.attributes, { sensitive, looseScalars })) {
      truncated = attributes.length === this.limits.attributes;
      if (truncated) break;
      attributes.push(this.#shortened(change));
    }
    const about = [
      ...aboutChange('status', old.status, now.status),
      // Formats name providers differently: `provider.aws` is `provider["registry.terraform.io/hashicorp/aws"]`.
      ...(this.#loose ? [] : aboutChange('provider', before.provider, object.provider)),
    ];
    return { object, attributes, about, truncated };
  }

  #shortened(change: ValueChange): ValueChange {
    const { before, after } = change;
    return { ...change, before: this.#short(before), after: this.#short(after) };
  }

  #short(text: string | null): string | null {
    if (text === null) return null;
    const fits = text.length <= this.limits.valueLength && this.#told + text.length <= this.limits.toldLength;
    if (fits) this.#told += text.length;
    else this.#truncated = true;
    return fits ? text : null;
  }

  #digest(record: ObjectRecord | undefined): Buffer {
    if (!record) {
      this.#truncated = true;
      return Buffer.alloc(DIGEST_BYTES);
    }
    return digestOf(this.#loose ? looseRecord(record.values()) : record.plainText());
  }

  #outputs(
    before: readonly InventoryOutput[],
    after: readonly InventoryOutput[],
  ): Record<'added' | 'removed' | 'changed', BoundedList<OutputChange>> {
    const added = new BoundedList<OutputChange>(this.limits.entries);
    const removed = new BoundedList<OutputChange>(this.limits.entries);
    const changed = new BoundedList<OutputChange>(this.limits.entries);
    const left = new Map(before.map((output) => [output.name, output]));
    for (const output of after) {
      const old = left.get(output.name);
      left.delete(output.name);
      if (!old) added.add(this.#outputChange(undefined, output));
      else if (!this.#sameOutput(old, output)) changed.add(this.#outputChange(old, output));
    }
    for (const output of left.values()) removed.add(this.#outputChange(output, undefined));
    return { added, removed, changed };
  }

  #sameOutput(before: InventoryOutput, after: InventoryOutput): boolean {
    if (before.omitted || after.omitted) this.#truncated = true;
    if (before.sensitive !== after.sensitive || before.omitted !== after.omitted) return false;
    // Formats before 4 have less precise types, so the value decides.
    if (!this.#loose && before.detailedType !== after.detailedType) return false;
    const [one, other] = [before, after].map(({ value }) => (value === null ? nullTree : parseTree(value)));
    return one !== undefined && other !== undefined && canonicalText(one) === canonicalText(other);
  }

  #outputChange(before: InventoryOutput | undefined, after: InventoryOutput | undefined): OutputChange {
    const sensitive = (before?.sensitive ?? false) || (after?.sensitive ?? false);
    return {
      name: (after ?? before)?.name ?? '',
      sensitive,
      before: sensitive ? null : this.#short(before?.value ?? null),
      after: sensitive ? null : this.#short(after?.value ?? null),
      beforeType: before?.detailedType ?? null,
      afterType: after?.detailedType ?? null,
    };
  }
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest().subarray(0, DIGEST_BYTES);

const looseRecord = ({ status, attributes }: ObjectValues): string => `${status ?? ''} ${looseText(attributes)}`;

/** Adds the provider to a digest, in place. */
function withProvider(digest: Buffer, provider: string): void {
  const mixed = digestOf(provider);
  for (let i = 0; i < DIGEST_BYTES; i++) digest[i] = (digest[i] ?? 0) ^ (mixed[i] ?? 0);
}

function aboutChange(what: string, before: string | null, after: string | null): ValueChange[] {
  if (before === after) return [];
  const text = (value: string | null): string | null => (value === null ? null : JSON.stringify(value));
  return [{ path: [what], before: text(before), after: text(after), sensitive: false }];
}
