import type { Access } from '../../identity/access/access.js';
import type { RecordedChanges, Unique } from '../../identity/audit/recorded-changes.js';
import type { AuditTarget } from '../../identity/audit/target.js';
import type { Caller } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import type { TransactionClient } from '../../platform/database/client.js';
import type { NewEvent } from '../../platform/events/event.js';
import { ids } from '../../platform/ids.js';
import { problem } from '../../platform/problems.js';
import { workspaceEvent } from '../events/state-events.js';
import type { ReachWorkspace, WorkspaceRef } from '../workspaces/reach-workspace.js';
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
      access: Access;
      changes: RecordedChanges;
      clock: Clock;
    },
  ) {}

  /** @throws NOT_FOUND */
  async read(caller: Caller, id: string): Promise<StoredVariable> {
    const variable = await this.#find(id);
    if (variable.workspaceId === null) throw problem('NOT_FOUND');
    await this.deps.workspaces.reach(caller, 'variable.read', { id: variable.workspaceId });
    return variable;
  }

  /** @throws NOT_FOUND, INVALID_INPUT, NAME_TAKEN */
  async createInWorkspace(caller: Caller, ref: WorkspaceRef, input: NewVariable): Promise<StoredVariable> {
    return this.#create(caller, await this.#workspace(caller, ref), input);
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
    const { store, changes, clock } = this.deps;
    const { key, category } = input;
    const parts = checkedParts(input, { key, category, description: '', hcl: false, sensitive: false });
    const value = checkedValue(input.value ?? '');
    const make = async (tx: TransactionClient) => {
      requireRoom(await owner.count(tx, 1, value.length));
      await requireFreeKey(tx, owner.of, parts);
      const result = await store.insert(tx, owner.of, { ...parts, value, now: clock.now() });
      const details = { ...owner.of, ...recorded(parts) };
      return { result, target: targetOf(result, owner), details, events: owner.events() };
    };
    return changes.make(caller, 'variable.create', make, { unique });
  }

  async #find(id: string): Promise<StoredVariable> {
    const variable = ids.variable.is(id) ? await this.deps.store.byId(id) : null;
    if (!variable) throw problem('NOT_FOUND');
    return variable;
  }

  async #ownerOf(caller: Caller, id: string, ofId: string | null | undefined): Promise<Owner> {
    const { workspaceId } = await this.#find(id);
    if (workspaceId === null || (ofId != null && ofId !== workspaceId)) throw problem('NOT_FOUND');
    return this.#workspace(caller, { id: workspaceId });
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
  ...{ key, category: categoryOf(category), description, hcl, sensitive },
});

/** What the audit record tells of a variable: nothing that somebody wrote into it but its name, which is in the target. */
const recorded = ({ category, hcl, sensitive }: VariableParts) => ({ category, hcl, sensitive });

const targetOf = ({ id, key }: StoredVariable, { organizationId }: Owner): AuditTarget => ({
  ...{ type: 'variable', id, name: key, organizationId },
});
