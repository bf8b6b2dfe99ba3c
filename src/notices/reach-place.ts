import type { Access } from '../identity/access/access.js';
import type { AuditDetails } from '../identity/audit/target.js';
import type { Caller } from '../identity/caller.js';
import type { DatabaseClient } from '../platform/database/client.js';
import { ids } from '../platform/ids.js';
import { orNull } from '../platform/missing.js';
import { problem } from '../platform/problems.js';
import type { MountAccess, PathPolicies } from '../pki/access.js';
import type { AuthorityReader } from '../pki/issuers/authority.js';
import type { MountTarget } from '../pki/mounts/mount-target.js';
import { projectTarget } from '../state/projects/reach-project.js';
import type { ReachProject } from '../state/projects/reach-project.js';
import type { ReachWorkspace } from '../state/workspaces/reach-workspace.js';
import type { NoticeKind, NoticeSubject } from './notice-events.js';
import type { WebhookPlace } from './webhook.store.js';

/** What webhooks are of, as a caller names it. */
export type PlaceRef =
  | { readonly mount: MountTarget }
  | { readonly organization: string }
  | { readonly organizationId: string }
  | { readonly workspaceId: string }
  | { readonly projectId: string }
  | { readonly teamId: string };

/** The same for a caller who may manage its webhooks. */
export interface ReachedPlace {
  readonly place: WebhookPlace;
  readonly on: NoticeSubject;
  /** For the record of a change. */
  readonly details: AuditDetails;
  readonly organizationId?: string;
  /** Refuses callers who may not see events of a kind themselves. @throws PERMISSION_DENIED, NOT_FOUND */
  readonly requireSees: (kind: NoticeKind) => Promise<void>;
}

/** The path of webhooks below a mount, for policies. */
const path = 'config/webhooks';
const nowhere: WebhookPlace = {
  mountId: null,
  organizationId: null,
  workspaceId: null,
  projectId: null,
  teamId: null,
};

/** Who may see and manage the webhooks of what: those who manage it. */
export class ReachPlace {
  constructor(
    private readonly deps: {
      readonly mounts: MountAccess;
      readonly policies: PathPolicies;
      readonly authorities: AuthorityReader;
      readonly workspaces: ReachWorkspace;
      readonly projects: ReachProject;
      readonly access: Access;
      readonly client: DatabaseClient;
    },
  ) {}

  /** @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, NOT_FOUND, TOKEN_KIND_REFUSED */
  async reach(caller: Caller, ref: PlaceRef, capability: 'read' | 'update'): Promise<ReachedPlace> {
    if ('mount' in ref) return this.#mount(caller, ref.mount, capability);
    if ('workspaceId' in ref) return this.#workspace(caller, ref.workspaceId);
    if ('projectId' in ref) return this.#project(caller, ref.projectId);
    if ('teamId' in ref) return this.#team(caller, ref.teamId);
    return this.#organization(caller, ref);
  }

  /** That of a webhook which was named by its id. @throws NOT_FOUND, and as `reach` */
  async ofWebhook(
    caller: Caller,
    { mountId, organizationId, workspaceId, projectId, teamId }: WebhookPlace,
    capability: 'read' | 'update',
  ): Promise<ReachedPlace> {
    if (workspaceId !== null) return this.#workspace(caller, workspaceId);
    if (projectId !== null) return this.#project(caller, projectId);
    if (teamId !== null) return this.#team(caller, teamId);
    if (organizationId !== null) return this.#organization(caller, { organizationId });
    const authority = await orNull(() => this.deps.authorities.byId(mountId ?? ''));
    if (!authority) throw problem('NOT_FOUND');
    const { id, path: at } = authority.mount;
    // Callers who may not read it learn nothing of it.
    const named = { readAt: `${at}/${path}`, missing: problem('NOT_FOUND') };
    return this.#mount(caller, { id, path: at, named }, capability);
  }

  async #mount(caller: Caller, mount: MountTarget, capability: 'read' | 'update'): Promise<ReachedPlace> {
    const { mounts, policies } = this.deps;
    const { mount: found } = await mounts.to(caller, mount, path, capability);
    return {
      place: { ...nowhere, mountId: found.id },
      on: 'mount',
      details: { mount: found.path },
      requireSees: async (kind) => {
        // As for the subscription of these events; CRLs are public.
        if (kind !== 'crl.expiring') await policies.require(caller, `${found.path}/certs/`, 'list');
      },
    };
  }

  async #workspace(caller: Caller, id: string): Promise<ReachedPlace> {
    const { workspaces } = this.deps;
    const found = await workspaces.reach(caller, 'webhook.manage', { id });
    return {
      place: { ...nowhere, workspaceId: found.id },
      on: 'workspace',
      organizationId: found.organizationId,
      details: { workspaceId: found.id },
      requireSees: async (kind) => {
        const action = kind === 'state-version.finalized' ? 'state-version.list' : 'workspace.read';
        await workspaces.reach(caller, action, { id });
      },
    };
  }

  /** Those who administer it and all its workspaces. */
  async #project(caller: Caller, id: string): Promise<ReachedPlace> {
    const { access, projects } = this.deps;
    const found = await projects.reach(caller, 'webhook.manage-project', id);
    const { workspace } = await access.givableOnProject(caller, found);
    // Whoever may change the settings of a workspace sees all that it tells.
    if (!workspace.has('workspace:update')) access.refuseOthers(caller, 'webhook.manage-project', projectTarget(found));
    const { organizationId } = found;
    return {
      place: { ...nowhere, projectId: id },
      on: 'workspace',
      organizationId,
      details: { projectId: id },
      requireSees: () => Promise.resolve(),
    };
  }

  /** Owners, and those of its members who manage teams: it is told what the team may see. */
  async #team(caller: Caller, id: string): Promise<ReachedPlace> {
    const { access, client } = this.deps;
    const found = ids.team.is(id) ? await client.team.findUnique({ where: { id } }) : null;
    if (!found) throw problem('NOT_FOUND');
    const { organizationId, name } = found;
    await access.onOrganization(caller, 'webhook.manage-team', organizationId);
    const rights = caller.organizations.get(organizationId);
    if (!caller.siteAdmin && !rights?.owner && !rights?.teams.some((team) => team === id))
      access.refuseOthers(caller, 'webhook.manage-team', { type: 'team', id, name, organizationId });
    return {
      place: { ...nowhere, teamId: id },
      on: 'workspace',
      organizationId,
      details: { teamId: id },
      requireSees: () => Promise.resolve(),
    };
  }

  async #organization(
    caller: Caller,
    ref: { readonly organization: string } | { readonly organizationId: string },
  ): Promise<ReachedPlace> {
    const { access, client } = this.deps;
    const where = 'organization' in ref ? { name: ref.organization } : { id: ref.organizationId };
    const found = await client.organization.findUnique({ where, select: { id: true } });
    if (!found) throw problem('NOT_FOUND');
    const { id } = found;
    await access.onOrganization(caller, 'webhook.manage-organization', id);
    // Owners see all workspaces.
    const requireSees = () => Promise.resolve();
    return {
      place: { ...nowhere, organizationId: id },
      on: 'workspace',
      organizationId: id,
      details: {},
      requireSees,
    };
  }
}
