import type { Access } from '../../identity/access/access.js';
import type { RecordedChanges } from '../../identity/audit/recorded-changes.js';
import type { Caller } from '../../identity/caller.js';
import { ids } from '../../platform/ids.js';
import type { RunId, StateVersionId, UserId, WorkspaceId } from '../../platform/ids.js';
import { numberedPage } from '../../platform/graphql/numbered-page.js';
import type { NumberedPage, PageWindow } from '../../platform/graphql/numbered-page.js';
import { problem, ProblemError } from '../../platform/problems.js';
import type { ContentIntake, StoredJsonState, StoredState } from '../backing-data/intake.js';
import { contentOf } from '../backing-data/intake.js';
import { readJsonStateOutputs } from '../inventory/outputs.js';
import { fitTogether, identified } from '../outputs/output.store.js';
import { mostOutputs } from '../content/header.js';
import type { FoundOutput, OutputStore } from '../outputs/output.store.js';
import type { Storage } from '../quota/storage.js';
import { storedBytesOf } from '../quota/stored-bytes.js';
import type { Seeing } from '../workspaces/planned-change.js';
import { mismatches, requireAcceptable } from './acceptance.js';
import type { DeclaredState } from './acceptance.js';
import type { Arrival } from './arrival.js';
import type { Admission, WorkspaceHistory } from './history.js';
import { locksOf, requireStateLock } from './state-lock.js';
import type { StateVersionStatus } from './status.js';
import type { VersionHome, WorkspaceName } from './version-home.js';
import type { LocatedVersion, StateVersionStore } from './version.store.js';
import type { StateVersion } from './version.type.js';

/** What a caller gives to create a state version (Terraform Enterprise API, State Versions: "Create a state version"); contents are decoded. */
export interface NewStateVersion {
  readonly workspaceId: WorkspaceId;
  readonly declared: DeclaredState;
  readonly state: Uint8Array | null;
  readonly jsonState: Uint8Array | null;
  readonly jsonStateOutputs: Uint8Array | null;
  readonly runId: RunId | null;
}

export interface StateVersionsDeps {
  readonly store: StateVersionStore;
  readonly outputs: OutputStore;
  readonly history: WorkspaceHistory;
  readonly intake: ContentIntake;
  readonly storage: Storage;
  readonly access: Access;
  readonly changes: RecordedChanges;
}

/** Versions of a workspace's state: creating and reading them (Terraform Enterprise API, State Versions). */
export class StateVersions {
  constructor(private readonly deps: StateVersionsDeps) {}

  /** @throws NOT_FOUND */
  async read(caller: Caller, id: StateVersionId): Promise<StateVersion> {
    return (await this.located(caller, id)).version;
  }

  /** A state version with the data of its workspace. @throws NOT_FOUND */
  async located(
    caller: Caller,
    id: StateVersionId,
    action: 'state-version.read' | 'state-version.read-outputs' | 'state-version.compare' = 'state-version.read',
  ): Promise<LocatedVersion> {
    const found = await this.deps.store.byId(id);
    if (!found) throw problem('NOT_FOUND');
    await this.deps.access.onWorkspace(caller, action, placeOf(found.home));
    return found;
  }

  /**
   * The version that engine actions start from.
   * @throws NOT_FOUND if the workspace is missing, or has none yet
   */
  async current(
    caller: Caller,
    workspaceId: WorkspaceId,
    action: 'state-version.read' | 'state-version.read-outputs' = 'state-version.read',
  ): Promise<{ version: StateVersion; home: VersionHome }> {
    const found = await this.deps.store.current(workspaceId);
    if (!found) throw problem('NOT_FOUND');
    await this.deps.access.onWorkspace(caller, action, placeOf(found.home));
    if (!found.version) throw problem('NOT_FOUND', 'The workspace has no current state version');
    return { version: found.version, home: found.home };
  }

  /** A numbered page of a workspace's versions, newest first, and their number. @throws NOT_FOUND */
  async page(
    caller: Caller,
    named: WorkspaceName,
    statuses: readonly StateVersionStatus[],
    window: PageWindow,
  ): Promise<NumberedPage<StateVersion>> {
    const home = await this.#listed(caller, await this.deps.store.homeByName(named));
    const [versions, total] = await Promise.all([
      this.deps.store.page(home, statuses, { skip: window.skip, take: window.size }),
      this.deps.store.count(home.workspaceId, statuses),
    ]);
    return numberedPage(versions, window, Number(total));
  }

  async #listed(caller: Caller, home: VersionHome | null): Promise<VersionHome> {
    if (!home) throw problem('NOT_FOUND');
    await this.deps.access.onWorkspace(caller, 'state-version.list', placeOf(home));
    return home;
  }

  /**
   * Creates a state version: with its content, it becomes the workspace's current one immediately; without, it waits for an upload.
   * @throws NOT_FOUND, TOKEN_KIND_REFUSED, LOCK_REQUIRED, LOCK_HELD_BY_OTHER, LINEAGE_CONFLICT, SERIAL_STALE, MD5_CONFLICT, CONTENT_MISMATCH,
   * CONTENT_NOT_STATE, TOO_MANY_OUTPUTS, STORAGE_QUOTA_EXCEEDED, INVALID_INPUT
   */
  async create(caller: Caller, input: NewStateVersion): Promise<StateVersion> {
    const { store, history, intake, storage, access, changes } = this.deps;
    const found = await store.workspace(input.workspaceId);
    if (!found) throw problem('NOT_FOUND');
    const { home } = found;
    await access.onWorkspace(caller, 'state-version.create', placeOf(home));
    const createdById = await this.#creator(caller, input);
    const given = input.jsonStateOutputs && (await givenOutputs(input.jsonStateOutputs));
    const admission = (declared: DeclaredState) => admissionOf(declared, locksOf(caller, input.runId));
    // Before the content is stored, so that a caller without the lock costs nothing; the transaction checks again, and that counts.
    admission(input.declared)(found.workspace);
    const joined = await store.joined(found);
    await storage.requireRoom(home, sentBytes(input) - storedBytesOf(...joined.waiting));
    const { content, json } = await this.#store(input);
    const declared = { ...input.declared, lineage: content?.header.lineage ?? input.declared.lineage };
    const id = ids.stateVersion.make();
    const outputs = given && identified(given);
    // A batch keeps the writer of SQLite from its beginning to its end.
    const many = outputs && !fitTogether(outputs) ? outputs : null;
    const arrival: Arrival = {
      id,
      joined,
      declared,
      createdById,
      runId: input.runId,
      rollbackOfId: null,
      content,
      json,
      outputs: outputs && {
        identified: outputs,
        size: BigInt(input.jsonStateOutputs.length),
        apart: many !== null,
      },
    };
    try {
      const plan = async (seeing: Seeing) => {
        const { events, writes, ...planned } = await history.append(seeing, arrival, admission(declared));
        const target = { type: 'state-version' as const, id, organizationId: home.organizationId };
        const details = {
          workspace: home.workspaceId,
          serial: planned.result.serial.toString(),
          status: planned.result.status,
        };
        const recorded = changes.recording(caller, 'state-version.create', { target, details, events });
        return { ...planned, writes: [...writes, ...recorded] };
      };
      const version = await storage.keep(home, plan, {
        ...(many && {
          after: async (tx, kept) => {
            await this.deps.outputs.insert(tx, id, many);
            return kept;
          },
        }),
      });
      return { ...version, home };
    } catch (error) {
      await intake.discardAfter(error, ...[content, json].flatMap((stored) => (stored ? [stored.objectId] : [])));
      throw error;
    }
  }

  async #store(input: NewStateVersion): Promise<{ content: StoredState | null; json: StoredJsonState | null }> {
    const { intake } = this.deps;
    const { state } = input;
    const content = state && (await intake.state(contentOf(state), { announcedBytes: state.length }));
    try {
      const wrong = content ? mismatches(input.declared, { ...content.header, md5: content.md5 }) : [];
      const [first, ...others] = wrong;
      if (first) throw new ProblemError(first, ...others);
      const json = input.jsonState && (await intake.jsonState(contentOf(input.jsonState)));
      return { content, json };
    } catch (error) {
      if (content) await intake.discard(content.objectId);
      throw error;
    }
  }

  /** The internal account `service` is the creator for runs that the service executed. */
  async #creator(caller: Caller, { workspaceId, runId }: NewStateVersion): Promise<UserId> {
    if (runId === null) return caller.userId;
    const run = await this.deps.store.runOf(runId);
    if (run?.workspaceId !== workspaceId) {
      throw problem('INVALID_INPUT', 'runId is not a run of this workspace', ['runId']);
    }
    return (run.executedByService ? await this.deps.store.serviceAccount() : null) ?? caller.userId;
  }
}

/** The data of a version's workspace for authorization. */
export function placeOf(home: VersionHome) {
  return { id: home.workspaceId, organizationId: home.organizationId, projectId: home.projectId };
}

/** The lock, then the known state: both as they are in the transaction. */
function admissionOf(declared: DeclaredState, locks: readonly string[]): Admission {
  return (workspace) => {
    requireStateLock(workspace, locks);
    requireAcceptable(declared, workspace);
  };
}

/** The number of bytes that must fit before anything is received. The size of a later upload is unknown, but it is at least one byte. */
function sentBytes({ state, jsonState, jsonStateOutputs }: NewStateVersion): bigint {
  const bytes = (state?.length ?? 0) + (jsonState?.length ?? 0) + (jsonStateOutputs?.length ?? 0);
  return BigInt(Math.max(1, bytes));
}

async function givenOutputs(json: Uint8Array): Promise<readonly FoundOutput[]> {
  // The JSON of a Go map that was never filled.
  if (Buffer.from(json).toString().trim() === 'null') return [];
  const result = await readJsonStateOutputs(contentOf(json));
  if (result.readable) return result.outputs;
  const tooMany = result.problems.find(({ code }) => code === 'TOO_MANY_OUTPUTS');
  if (tooMany) {
    throw problem('TOO_MANY_OUTPUTS', tooMany.message, ['jsonStateOutputs'], { facts: { limit: mostOutputs } });
  }
  const why = result.problems.map(({ message }) => message).join('; ');
  throw problem('INVALID_INPUT', `jsonStateOutputs does not hold output values: ${why}`, ['jsonStateOutputs']);
}
