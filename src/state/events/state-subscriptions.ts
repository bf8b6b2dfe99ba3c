import type { Access } from '../../identity/access/access.js';
import type { WorkspaceGrant } from '../../identity/access/operations.js';
import type { Caller } from '../../identity/caller.js';
import type { DatabaseClient } from '../../platform/database/database.js';
import type { EventFilter, RecordedEvent } from '../../platform/events/event.js';
import type { EventFeed } from '../../platform/events/event-feed.js';
import { SelectedEvents } from '../../platform/events/selected-events.js';
import type { ResumableStream } from '../../platform/events/selected-events.js';
import { eventFields } from '../../platform/graphql/event.js';
import { jobEventFields } from '../../platform/graphql/job-event.js';
import { jobEventKinds } from '../../platform/jobs/job-progress.js';
import { Gathered } from '../../platform/gathered.js';
import { ids } from '../../platform/ids.js';
import { problem } from '../../platform/problems.js';
import { isLockHolderKind } from '../locks/lock-rules.js';
import type { StateVersionStore } from '../versions/version.store.js';
import { workspaceIdOf } from '../versions/version-input.js';
import { placeOf } from '../versions/version.js';
import type { VersionHome } from '../versions/version-home.js';
import type {
  StateJobEvent,
  StateJobEventsArgs,
  StateVersionEvent,
  StateVersionEventsArgs,
  WorkspaceLockEvent,
  WorkspaceLockEventsArgs,
} from './state-event.type.js';
import { lockEventKinds, stateJobs, stateVersionEventKinds } from './state-events.js';
import type { LockEventKind, StateVersionEventKind } from './state-events.js';

/** Who is calling, asked again for each event: rights and tokens end while a subscription lasts. */
type PresentCaller = () => Promise<Caller>;

/** What happens to state, for those who may see it at the moment that it happens. */
export class StateSubscriptions {
  readonly #homes: Gathered<string, VersionHome | null>;

  constructor(
    private readonly deps: {
      feed: EventFeed;
      access: Access;
      store: Pick<StateVersionStore, 'home'>;
      client: DatabaseClient;
    },
  ) {
    this.#homes = new Gathered((id) => deps.store.home(ids.workspace.require(id)));
  }

  /** @throws NOT_FOUND, UNAUTHENTICATED, EVENT_GONE, INVALID_PARAMETER; the first two also later, when they become true */
  ofVersions(
    present: PresentCaller,
    { workspaceId, kinds, after }: StateVersionEventsArgs,
  ): Promise<ResumableStream<StateVersionEvent>> {
    return this.#ofState(present, { workspaceId, kinds: kinds ?? stateVersionEventKinds, after }, shownVersionEvent);
  }

  /** @throws as {@link ofVersions} */
  ofJobs(present: PresentCaller, args: StateJobEventsArgs): Promise<ResumableStream<StateJobEvent>> {
    return this.#ofState(present, { ...args, kinds: jobEventKinds }, shownJobEvent);
  }

  /** For those who may read the state of a workspace. */
  async #ofState<Shown>(
    present: PresentCaller,
    asked: {
      readonly workspaceId: string;
      readonly kinds: readonly string[];
      readonly after?: string | null | undefined;
    },
    shown: (event: RecordedEvent) => Shown | null,
  ): Promise<ResumableStream<Shown>> {
    const id = workspaceIdOf(asked.workspaceId);
    const home = await this.deps.store.home(id);
    if (!home) throw problem('NOT_FOUND');
    await this.deps.access.onWorkspace(await present(), 'state-version.list', placeOf(home));
    return this.#follow({ topic: id, kinds: asked.kinds }, asked.after, async (event) => {
      if (!(await this.#holds(await present(), event.topic, 'state:read'))) throw problem('NOT_FOUND');
      return shown(event);
    });
  }

  /** @throws as {@link ofVersions}, and INVALID_PARAMETER where not one of workspace and organization is named */
  async ofLocks(
    present: PresentCaller,
    { workspaceId, organization, after }: WorkspaceLockEventsArgs,
  ): Promise<ResumableStream<WorkspaceLockEvent>> {
    if ((workspaceId == null) === (organization == null)) {
      throw problem('INVALID_PARAMETER', 'Name a workspace or an organization', ['workspaceId']);
    }
    const one = workspaceId == null ? null : await this.#workspace(await present(), workspaceId);
    const filter =
      one === null ? { scope: await this.#organization(await present(), organization ?? '') } : { topic: one };
    return this.#follow({ ...filter, kinds: lockEventKinds }, after, async (event) => {
      if (await this.#holds(await present(), event.topic, 'workspace:read')) return shownLockEvent(event);
      // Of an organization, what the caller does not see is left out.
      if (one === null) return null;
      throw problem('NOT_FOUND');
    });
  }

  async #follow<Shown>(
    filter: EventFilter,
    after: string | null | undefined,
    select: (event: RecordedEvent) => Promise<Shown | null>,
  ): Promise<ResumableStream<Shown>> {
    return new SelectedEvents(await this.deps.feed.follow(filter, after ?? null), select);
  }

  async #workspace(caller: Caller, text: string): Promise<string> {
    const id = workspaceIdOf(text);
    const home = await this.deps.store.home(id);
    if (!home) throw problem('NOT_FOUND');
    await this.deps.access.onWorkspace(caller, 'workspace.read', placeOf(home));
    return id;
  }

  async #organization(caller: Caller, name: string): Promise<string> {
    const row = await this.deps.client.organization.findUnique({ where: { name }, select: { id: true } });
    if (!row) throw problem('NOT_FOUND');
    await this.deps.access.onOrganization(caller, 'organization.read', row.id);
    return row.id;
  }

  /** An answer, no refusal to be recorded: nobody asked. */
  async #holds(caller: Caller, workspaceId: string, grant: WorkspaceGrant): Promise<boolean> {
    const home = await this.#homes.get(workspaceId);
    return home !== null && (await this.deps.access.workspaceGrants(caller, placeOf(home))).has(grant);
  }
}

function shownVersionEvent(event: RecordedEvent): StateVersionEvent | null {
  const { kind, subject, topic, facts } = event;
  if (!isVersionKind(kind)) return null;
  const serial = BigInt(String(facts['serial'] ?? 0));
  return { ...eventFields(event), kind, stateVersionId: subject, workspaceId: topic, serial };
}

function shownJobEvent(event: RecordedEvent): StateJobEvent | null {
  const fields = jobEventFields(event, stateJobs);
  return fields && { ...fields, stateVersionId: event.subject, workspaceId: event.topic };
}

function shownLockEvent(event: RecordedEvent): WorkspaceLockEvent | null {
  const { kind, topic, facts } = event;
  if (!isLockKind(kind)) return null;
  const { holderKind, holderId, holderName } = facts;
  return {
    ...eventFields(event),
    kind,
    workspaceId: topic,
    holderKind: isLockHolderKind(holderKind) ? holderKind : null,
    holderId: typeof holderId === 'string' ? holderId : null,
    holderName: typeof holderName === 'string' ? holderName : null,
  };
}

const isVersionKind = (word: string): word is StateVersionEventKind =>
  (stateVersionEventKinds as readonly string[]).includes(word);

const isLockKind = (word: string): word is LockEventKind => (lockEventKinds as readonly string[]).includes(word);
