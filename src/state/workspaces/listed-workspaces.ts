import type { Access } from '../../identity/access/access.js';
import { visibleIn, whereVisible } from '../../identity/access/visible.js';
import type { Caller } from '../../identity/caller.js';
import type { Database } from '../../platform/database/database.js';
import type { OrganizationRow, WorkspaceRow } from '../../platform/database/models.js';
import type { Connection, PageAsked } from '../../platform/graphql/connection.js';
import type { NumberedPage, PageWindow } from '../../platform/graphql/numbered-page.js';
import { readPage } from '../../platform/graphql/read-page.js';
import type { PagePlace } from '../../platform/graphql/read-page.js';
import { organizationNamed } from '../organization-named.js';
import { seenByName } from './seen-list.js';
import type { SeenList } from './seen-list.js';
import { isNarrowed, onlyTag } from './workspace-search.js';
import type { WorkspaceSearch, WorkspaceSort } from './workspace-search.js';
import type { WorkspaceStore } from './workspace.store.js';

/** What is asked of the workspaces of an organization. */
interface Asked {
  readonly organization: string;
  readonly search: WorkspaceSearch;
  readonly sort: WorkspaceSort;
}

/** The workspaces of an organization that a caller may see. */
export class ListedWorkspaces {
  constructor(
    private readonly deps: {
      readonly database: Database;
      readonly store: WorkspaceStore;
      readonly access: Access;
    },
  ) {}

  /** @throws NOT_FOUND for the organization */
  async page(caller: Caller, asked: Asked, window: PageWindow): Promise<NumberedPage<WorkspaceRow>> {
    const { search, sort } = asked;
    const organization = await this.#organization(caller, asked.organization);
    const seen = await this.#seen(caller, organization, asked);
    if (seen) return seen.numbered(organization, {}, window);
    const list = await this.#list(caller, organization, search);
    const rows = ({ backwards, ...place }: PagePlace) =>
      this.deps.store.list(list.where, { ...sort, descending: sort.descending !== backwards }, place);
    return readPage(window, list.count, rows);
  }

  /** The same as a connection. @throws NOT_FOUND for the organization */
  async connection(caller: Caller, asked: Asked, page: PageAsked): Promise<Connection<WorkspaceRow>> {
    const organization = await this.#organization(caller, asked.organization);
    const seen = await this.#seen(caller, organization, asked);
    if (seen) return seen.connection(organization, {}, page);
    const list = await this.#list(caller, organization, asked.search);
    return this.deps.store.connection(list.where, asked.sort, page, list.count);
  }

  /** All that are seen, by name; null where more is asked for, or where nothing is left out. */
  async #seen(
    caller: Caller,
    { id }: OrganizationRow,
    { search, sort }: Asked,
  ): Promise<SeenList<OrganizationRow> | null> {
    if (sort.by !== 'name' || isNarrowed(search)) return null;
    const { access, database, store } = this.deps;
    const seen = await access.seenWorkspaces(caller, id, 'workspace:read');
    if (seen.all) return null;
    const direction = sort.descending ? 'DESC' : 'ASC';
    const node = (key: { readonly id: string }) => store.byId(key.id);
    return seenByName({ database, node, seen: () => Promise.resolve(seen) }, { direction });
  }

  async #list(caller: Caller, organization: OrganizationRow, search: WorkspaceSearch) {
    const { access, store } = this.deps;
    const { projectId } = search;
    const visible = await access.visibleWorkspaces(caller, organization.id, 'workspace:read');
    const seen = projectId ? visibleIn(visible, projectId) : visible;
    const { where, tags } = await store.where(organization.id, whereVisible(seen), search);
    const seesAll = visible.kind === 'all';
    const count = async () => {
      if (seesAll && !isNarrowed(search)) return organization.workspaceCount;
      const tag = seesAll ? onlyTag(search) : null;
      const having = tag && (await store.taggedCount(tags, tag.key));
      if (tag === null || having === null) return store.count(where);
      return tag.absent ? organization.workspaceCount - having : having;
    };
    return { where, count };
  }

  /** @throws NOT_FOUND */
  async #organization(caller: Caller, name: string): Promise<OrganizationRow> {
    const organization = await organizationNamed(this.deps.database.client, name);
    await this.deps.access.onOrganization(caller, 'organization.read', organization.id);
    return organization;
  }
}
