import type { Access } from '../../identity/access/access.js';
import type { RecordedChanges, Unique } from '../../identity/audit/recorded-changes.js';
import type { AuditTarget } from '../../identity/audit/target.js';
import type { Caller } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import type { TransactionClient } from '../../platform/database/client.js';
import type { NewEvent } from '../../platform/events/event.js';
import { ids } from '../../platform/ids.js';
import { problem } from '../../platform/problems.js';
import type { VariableSetRow } from '../../platform/database/models.js';
import { variableSetEvent, workspaceEvent } from '../events/state-events.js';
import type { ReachWorkspace, WorkspaceRef } from '../workspaces/reach-workspace.js';
import { requireNoConflict } from './global-sets.js';
import type { ReachVariableSet } from './reach-variable-set.js';
import { categoryOf, checkedParts, checkedValue, requireRoom } from './variable-rules.js';
import type { GivenVariable, VariableCategory, VariableParts } from './variable-rules.js';
import type { OfVariable, StoredVariable, VariableStore } from './variable.store.js';

export interface NewVariable extends GivenVariable {
  readonly key: string;
  readonly category: VariableCategory;
}

/** A workspace or a set whose variables the caller may change. */
interface Owner {
  readonly of: OfVariable;
  readonly organizationId: string;
  readonly events: () => readonly NewEvent[];
  /** What else must hold of a variable that it has now. */
  readonly require?: (tx: TransactionClient, variable: VariableParts) => Promise<void>;
  /** Counts a change, and so locks the row: whatever is read afterwards stays as it is until the end. */
  readonly count: (
    tx: TransactionClient,
    variables: number,
    bytes: number,
  ) => Promise<{ variableCount: number; variableBytes: number }>;
}

/** What runs are given. Nothing here runs or reads them: they are kept for those who do, and sensitive values are never shown again. */
export class Variables {
  constructor(
    private readonly deps: {
      store: VariableStore;
      workspaces: ReachWorkspace;
      sets: ReachVariableSet;
      access: Access;
      changes: RecordedChanges;
      clock: Clock;
    },
  ) {}

  /** @throws NOT_FOUND */
  async read(caller: Caller, id: string): Promise<StoredVariable> {
    const variable = await this.#find(id);
    const { workspaceId, variableSetId } = variable;
    if (workspaceId !== null) await this.deps.workspaces.reach(caller, 'variable.read', { id: workspaceId });
    else await this.deps.sets.read(caller, variableSetId ?? '');
    return variable;
  }

  /** @throws NOT_FOUND, INVALID_INPUT, NAME_TAKEN */
  async createInWorkspace(caller: Caller, ref: WorkspaceRef, input: NewVariable): Promise<StoredVariable> {
    return this.#create(caller, await this.#workspace(caller, ref), input);
  }

  /** @throws NOT_FOUND, INVALID_INPUT, NAME_TAKEN */
  async createInSet(caller: Caller, variableSetId: string, input: NewVariable): Promise<StoredVariable> {
    return this.#create(caller, this.#inSet(await this.deps.sets.manage(caller, variableSetId)), input);
  }

  /** A part of another change, which records it, and compares global sets when it is done. @throws INVALID_INPUT, NAME_TAKEN */
  async insertIntoSet(tx: TransactionClient, set: VariableSetRow, input: NewVariable): Promise<void> {
    await this.#insert(tx, this.#ofSet(set), input);
  }

  /**
   * @param ofId the workspace or set that it must be of, if the caller names one
   * @throws NOT_FOUND, INVALID_INPUT, NAME_TAKEN
   */
  async update(caller: Caller, id: string, input: GivenVariable, ofId?: string | null): Promise<StoredVariable> {
    const { store, changes, clock } = this.deps;
    const owner = await this.#ownerOf(caller, id, ofId);
    const value = input.value == null ? null : checkedValue(input.value);
    const change = async (tx: TransactionClient) => {
      await owner.count(tx, 0, 0);
      const seen = await tx.variable.findUniqueOrThrow({ where: { id, ...owner.of }, omit: { sealedValue: true } });
      const parts = checkedParts(input, partsOf(seen));
      await requireFreeKey(tx, owner.of, parts, id);
      await owner.require?.(tx, parts);
      const result = await store.update(tx, id, { ...parts, value, now: clock.now() });
      const grown = result.valueBytes - seen.valueBytes;
      const counted = await owner.count(tx, 0, grown);
      if (grown > 0) requireRoom(counted);
      const changed = Object.entries(input).flatMap(([name, part]) => (part == null ? [] : [name]));
      const details = { ...owner.of, changed, ...recorded(parts) };
      return { result, target: targetOf(result, owner), details, events: owner.events() };
    };
    return changes.make(caller, 'variable.update', change, { unique });
  }

  /** @param ofId as of {@link update} @throws NOT_FOUND */
  async delete(caller: Caller, id: string, ofId?: string | null): Promise<StoredVariable> {
    const owner = await this.#ownerOf(caller, id, ofId);
    return this.deps.changes.make(caller, 'variable.delete', async (tx) => {
      await owner.count(tx, 0, 0);
      const result = await tx.variable.delete({ where: { id, ...owner.of }, omit: { sealedValue: true } });
      await owner.count(tx, -1, -result.valueBytes);
      const details = { ...owner.of, ...recorded(partsOf(result)) };
      return { result, target: targetOf(result, owner), details, events: owner.events() };
    });
  }

  #create(caller: Caller, owner: Owner, input: NewVariable): Promise<StoredVariable> {
    const make = async (tx: TransactionClient) => {
      const result = await this.#insert(tx, owner, input);
      const details = { ...owner.of, ...recorded(partsOf(result)) };
      return { result, target: targetOf(result, owner), details, events: owner.events() };
    };
    return this.deps.changes.make(caller, 'variable.create', make, { unique });
  }

  async #insert(tx: TransactionClient, owner: Owner, input: NewVariable): Promise<StoredVariable> {
    const { key, category } = input;
    const parts = checkedParts(input, { key, category, description: '', hcl: false, sensitive: false });
    const value = checkedValue(input.value ?? '');
    requireRoom(await owner.count(tx, 1, value.length));
    await requireFreeKey(tx, owner.of, parts);
    await owner.require?.(tx, parts);
    return this.deps.store.insert(tx, owner.of, { ...parts, value, now: this.deps.clock.now() });
  }

  async #find(id: string): Promise<StoredVariable> {
    const variable = ids.variable.is(id) ? await this.deps.store.byId(id) : null;
    if (!variable) throw problem('NOT_FOUND');
    return variable;
  }

  async #ownerOf(caller: Caller, id: string, ofId: string | null | undefined): Promise<Owner> {
    const { workspaceId, variableSetId } = await this.#find(id);
    if (ofId != null && ofId !== (workspaceId ?? variableSetId)) throw problem('NOT_FOUND');
    if (workspaceId !== null) return this.#workspace(caller, { id: workspaceId });
    return this.#inSet(await this.deps.sets.manage(caller, variableSetId ?? ''));
  }

  #inSet(set: VariableSetRow): Owner {
    const { id } = set;
    return {
      ...this.#ofSet(set),
      require: async (tx, { key, category }) => {
        const { global } = await tx.variableSet.findUniqueOrThrow({ where: { id }, select: { global: true } });
        if (global) await requireNoConflict(tx, set, { key, category });
      },
    };
  }

  #ofSet(set: VariableSetRow): Owner {
    const { id, organizationId } = set;
    return {
      of: { variableSetId: id },
      organizationId,
      events: () => [variableSetEvent('variable-set.changed', set, this.deps.clock.now())],
      count: (tx, variables, bytes) =>
        tx.variableSet.update({
          where: { id },
          data: {
            variableCount: { increment: variables },
            variableBytes: { increment: bytes },
            updatedAt: this.deps.clock.now(),
          },
          select: { variableCount: true, variableBytes: true },
        }),
    };
  }

  async #workspace(caller: Caller, ref: WorkspaceRef): Promise<Owner> {
    const workspace = await this.deps.workspaces.reach(caller, 'variable.write', ref);
    const { id, organizationId } = workspace;
    return {
      of: { workspaceId: id },
      organizationId,
      events: () => [workspaceEvent('workspace.changed', workspace, this.deps.clock.now())],
      count: (tx, variables, bytes) =>
        tx.workspace.update({
          where: { id },
          data: { variableCount: { increment: variables }, variableBytes: { increment: bytes } },
          select: { variableCount: true, variableBytes: true },
        }),
    };
  }
}

const taken = 'Key has already been taken';

const unique: readonly Unique[] = [
  { model: 'Variable', columns: ['workspaceId', 'key', 'category'], field: ['key'], message: taken },
  { model: 'Variable', columns: ['variableSetId', 'key', 'category'], field: ['key'], message: taken },
];

/** @param but the one that may have it */
async function requireFreeKey(
  tx: TransactionClient,
  of: OfVariable,
  { key, category }: VariableParts,
  but?: string,
): Promise<void> {
  const other = await tx.variable.findFirst({ where: { ...of, key, category }, select: { id: true } });
  if (other && other.id !== but) throw problem('NAME_TAKEN', taken, ['key']);
}

const partsOf = ({ key, category, description, hcl, sensitive }: StoredVariable): VariableParts => ({
  key,
  category: categoryOf(category),
  description,
  hcl,
  sensitive,
});

/** What the audit record tells of a variable: nothing that somebody wrote into it but its name, which is in the target. */
const recorded = ({ category, hcl, sensitive }: VariableParts) => ({ category, hcl, sensitive });

const targetOf = ({ id, key }: StoredVariable, { organizationId }: Owner): AuditTarget => ({
  type: 'variable',
  id,
  name: key,
  organizationId,
});
