import type { Access } from '../../identity/access/access.js';
import type { Audit, AuditedRead } from '../../identity/audit/audit.js';
import type { Caller } from '../../identity/caller.js';
import type { StateVersionId, StateVersionOutputId, WorkspaceId } from '../../platform/ids.js';
import { numberedPage } from '../../platform/graphql/numbered-page.js';
import type { NumberedPage, PageWindow } from '../../platform/graphql/numbered-page.js';
import { problem } from '../../platform/problems.js';
import type { StateVersionStore } from '../versions/version.store.js';
import type { VersionHome } from '../versions/version-home.js';
import type { StateVersions } from '../versions/versions.js';
import { placeOf } from '../versions/versions.js';
import type { StateVersion } from '../versions/version.type.js';
import type { OutputStore, ReadOutput } from './output.store.js';
import type { StateVersionOutput } from './output.type.js';

/** A version whose outputs are requested by a caller who may see it. */
export interface OutputsAsked {
  readonly caller: Caller;
  readonly version: StateVersion;
}

/** Output values of state versions. Reading them is reading state, and is recorded. */
export class Outputs {
  constructor(
    private readonly deps: {
      store: OutputStore;
      versions: StateVersions;
      versionStore: StateVersionStore;
      access: Access;
      audit: Audit;
    },
  ) {}

  /** The current state version of a workspace, for its outputs. @throws NOT_FOUND, NOT_PROCESSED, CONTENT_NOT_READ */
  async current(caller: Caller, workspaceId: WorkspaceId): Promise<StateVersion> {
    const { version } = await this.deps.versions.current(caller, workspaceId, 'state-version.read-outputs');
    if (!version.resourcesProcessed && !version.outputsGiven) throw problem('NOT_PROCESSED');
    requireContent(version);
    requireRead(version);
    return version;
  }

  /** A state version, for its outputs. @throws NOT_FOUND, also if the backing data is deleted; CONTENT_NOT_READ */
  async version(caller: Caller, id: StateVersionId): Promise<StateVersion> {
    const { version } = await this.deps.versions.located(caller, id, 'state-version.read-outputs');
    requireContent(version);
    requireRead(version);
    return version;
  }

  /**
   * A numbered page of a version's outputs with their values, also of sensitive ones: for these, each read is recorded besides that of the list.
   * @throws NOT_FOUND, CONTENT_NOT_READ
   */
  async page(
    caller: Caller,
    { id, window }: { readonly id: StateVersionId; readonly window: PageWindow },
  ): Promise<NumberedPage<ReadOutput>> {
    const { store, versions, audit } = this.deps;
    const { version, home } = await versions.located(caller, id, 'state-version.read-outputs');
    requireContent(version);
    requireRead(version);
    const asked = version.outputIds.slice(window.skip, window.skip + window.size);
    const items = await store.withValues(asked);
    const outputs = items.map(({ output }) => output);
    if (outputs.length > 0) await this.recordRead([{ caller, version: { ...version, home } }]);
    const secrets = outputs.filter(({ sensitive }) => sensitive);
    if (secrets.length > 0) {
      const records = secrets.map((output) => recordOf(output, home));
      await audit.reads(caller, 'state-version.read-output', records);
    }
    return numberedPage(items, window, version.outputIds.length);
  }

  /** Records reads of outputs of versions that their callers may see: one statement for all, and one record for each workspace. */
  async recordRead(asked: readonly OutputsAsked[]): Promise<void> {
    if (!isSome(asked)) return;
    const workspaces = new Map<string, OutputsAsked[]>();
    for (const one of asked) {
      const { workspaceId } = one.version;
      workspaces.set(workspaceId, [...(workspaces.get(workspaceId) ?? []), one]);
    }
    const [{ caller }] = asked;
    await this.deps.audit.reads(caller, 'state-version.read-outputs', [...workspaces].map(seenIn));
  }

  /** Several in the form of lists, for callers who may see their versions. */
  shown(wanted: readonly StateVersionOutputId[]): Promise<StateVersionOutput[]> {
    return this.deps.store.shown(wanted);
  }

  /** One output with its value, also if it is sensitive. @throws NOT_FOUND */
  async read(caller: Caller, id: StateVersionOutputId): Promise<ReadOutput> {
    const { store, versionStore, access, audit } = this.deps;
    const versionId = (await store.versionsOf([id])).get(id);
    const located = versionId && (await versionStore.byId(versionId));
    if (!located) throw problem('NOT_FOUND');
    await access.onWorkspace(caller, 'state-version.read-outputs', placeOf(located.home));
    requireContent(located.version);
    const [read] = await store.withValues([id]);
    if (!read) throw problem('NOT_FOUND');
    const { target, details } = recordOf(read.output, located.home);
    await audit.read(caller, 'state-version.read-output', target, details);
    return read;
  }

  /**
   * The same for several, with one record each: the existing ones that the caller may read, in the requested order. The number of statements does not depend on the number
   * of outputs.
   */
  async readSeveral(caller: Caller, wanted: readonly StateVersionOutputId[]): Promise<ReadOutput[]> {
    const { store, versionStore, access, audit } = this.deps;
    const versionOf = await store.versionsOf(wanted);
    const versions = await versionStore.byIds([...new Set(versionOf.values())]);
    const homes = new Map(
      versions.flatMap((version) => (version.home ? [[version.id, { version, home: version.home }]] : [])),
    );
    const places = new Map([...homes.values()].map(({ home }) => [home.workspaceId, placeOf(home)]));
    const allowed = await access.allowsOnWorkspaces(caller, 'state-version.read-outputs', [...places.values()]);
    const homeOf = new Map<StateVersionOutputId, VersionHome>();
    for (const [id, versionId] of versionOf) {
      const found = homes.get(versionId);
      if (!found) continue;
      const { home, version } = found;
      if (!allowed.has(home.workspaceId)) access.recordRefusal(caller, 'state-version.read-outputs', placeOf(home));
      else if (hasContent(version)) homeOf.set(id, home);
    }
    // What the caller may not read is not read at all: it takes as long as what does not exist.
    const read = await store.withValues(wanted.filter((id) => homeOf.has(id)));
    const records = read.flatMap(({ output }): AuditedRead[] => {
      const home = homeOf.get(output.id);
      return home ? [recordOf(output, home)] : [];
    });
    if (records.length > 0) await audit.reads(caller, 'state-version.read-output', records);
    return read;
  }
}

/** The content of a record about one workspace. */
function seenIn([workspaceId, asked]: readonly [string, readonly OutputsAsked[]]): AuditedRead {
  const [first, ...others] = asked;
  const home = first?.version.home;
  const target =
    first && others.length === 0
      ? { type: 'state-version' as const, id: first.version.id }
      : { type: 'workspace' as const, id: workspaceId, name: home?.workspaceName ?? '' };
  return {
    target: { ...target, ...(home && { organizationId: home.organizationId }) },
    details: { workspace: workspaceId, stateVersions: asked.map(({ version }) => version.id) },
  };
}

function isSome<T>(list: readonly T[]): list is readonly [T, ...T[]] {
  return list.length > 0;
}

/** Whether there are outputs to read: an empty list is not recorded as a read. */
export function hasOutputs(version: StateVersion): boolean {
  return version.outputIds.length > 0 && hasContent(version);
}

/** Outputs are content: after its deletion they are not shown. */
function hasContent({ status }: StateVersion): boolean {
  return !status.startsWith('backing_data_');
}

function requireContent(version: StateVersion): void {
  if (!hasContent(version)) throw problem('NOT_FOUND', 'The content of this state version is not available');
}

/** Whether it is known which outputs there are: their creator gave them, or nothing kept this server from reading them. */
export function knowsOutputs({ outputsGiven, processingProblem }: StateVersion): boolean {
  return outputsGiven || processingProblem === null;
}

function requireRead(version: StateVersion): void {
  if (!knowsOutputs(version)) throw problem('CONTENT_NOT_READ', version.processingProblem ?? undefined);
}

/** The content of the record of a read of one output. */
function recordOf({ id, name, stateVersionId }: StateVersionOutput, { organizationId }: VersionHome) {
  return {
    target: { type: 'state-version-output', id, name, organizationId },
    details: { stateVersion: stateVersionId },
  } satisfies AuditedRead;
}
