import { all, any, condition, equals, readBy, tableBy } from '../../platform/database/conditions.js';
import type { PartOfList, SqlCondition } from '../../platform/database/conditions.js';
import type { Provider } from '../../platform/database/database.js';
import type { WorkspaceGrant } from './actions.js';
import { inProjectsOfTeams, isSingleOfTeams, singleOfTeams, visibleCondition } from './visible.js';
import type { VisibleWorkspaces } from './visible.js';

/** Projects that are a part each, of which a page needs the first rows. More are read along the names of the organization. */
const mostProjects = 20;
/** Workspaces that are looked up one by one, and sorted: of more, a page is found sooner along the names of the organization. */
const mostSingle = 1_000;
/** Rows of all parts that a page passes over: of more, it is found sooner along the names of the organization. */
const mostPassed = 50_000;

/** A list of what else they meet takes its time; of more workspaces, their total is still found sooner by it. */
const mostAsked = 50_000;

type Parts = readonly [PartOfList, ...PartOfList[]];

/** What else they meet. */
type Met =
  | {
      /** Asked of each. */
      readonly each: SqlCondition;
      /** The same, by a list of all that meet it. */
      readonly listed: SqlCondition;
    }
  | {
      /** All but the workspace with this id. */
      readonly except: string;
    };

interface Asked {
  readonly provider: Provider;
  readonly met?: Met;
  /** Rows of the list that the page passes over. */
  readonly skip?: number;
}

const byName = 'Workspace_organizationId_name_key';
const byProject = 'Workspace_projectId_name_idx';
/** By id. */
export const workspaceKey = 'sqlite_autoindex_Workspace_1';

/**
 * The workspaces of an organization that a caller may see, as a list in the order of their names reads them. Whoever sees few of many does not go along all: each
 * project that is seen has an index of its names, and what is seen one by one is looked up. How much that is, is known without asking the database.
 */
export class SeenWorkspaces {
  constructor(
    private readonly visible: VisibleWorkspaces,
    private readonly teams: readonly string[],
    private readonly grant: WorkspaceGrant,
  ) {}

  /** Whether these are all of the organization. */
  get all(): boolean {
    return this.visible.kind === 'all';
  }

  /** In one condition, for a list of few: where many are seen one by one, each of the few is looked for among them, and no list is made of all. */
  get condition(): SqlCondition {
    const { visible, teams, grant } = this;
    if (visible.kind === 'all' || this.#singlesAreFew) return visibleCondition(visible, teams, grant);
    return all(this.#here, any(isSingleOfTeams(teams, grant), inProjectsOfTeams('projectId', teams, grant)));
  }

  /** In parts that have no row together, each with its total where that is known. */
  parts(asked: Asked): Parts {
    const { visible } = this;
    const { organizationId } = visible;
    if (visible.kind === 'all') {
      const size = condition('(SELECT "workspaceCount" FROM "Organization" WHERE "id" = ?)', organizationId);
      return [partOf(asked, { index: byName, rows: this.#here, size })];
    }
    const { projectIds } = visible;
    const parts = [...this.#inProjects(projectIds, asked), ...this.#singleElsewhere(projectIds, asked)];
    const [first = any(), ...others] = parts;
    const { skip = 0, met } = asked;
    return others.length > 0 && parts.length * skip > mostPassed
      ? [all(this.condition, conditionOf(met))]
      : [first, ...others];
  }

  /** Those of one project. */
  inProject(id: string, asked: Asked): PartOfList {
    const { visible } = this;
    const here = equals('projectId', id);
    if (visible.kind === 'all' || visible.projectIds.includes(id))
      return partOf(asked, { index: byProject, rows: here, size: projectSize(id) });
    return visible.workspaceIds.length === 0 ? any() : this.#single(byProject, here, asked);
  }

  #inProjects(projectIds: readonly string[], asked: Asked): PartOfList[] {
    if (this.#projectsAreFew) return projectIds.map((id) => this.inProject(id, asked));
    const sum = 'SELECT CAST(SUM("workspaceCount") AS BIGINT) FROM "Project" WHERE';
    const { sql, parameters } = inProjectsOfTeams('id', this.teams, this.grant);
    const rows = all(this.#here, inProjectsOfTeams('projectId', this.teams, this.grant));
    return [partOf(asked, { index: byName, rows, size: condition(`(${sum} ${sql})`, ...parameters) })];
  }

  #singleElsewhere(projectIds: readonly string[], asked: Asked): PartOfList[] {
    const { visible, teams, grant } = this;
    if (visible.kind === 'all' || visible.workspaceIds.length === 0) return [];
    const inProjects = this.#projectsAreFew
      ? projectIds.map((id) => equals('projectId', id))
      : [inProjectsOfTeams('projectId', teams, grant)];
    const elsewhere = inProjects.map(({ sql, parameters }) => condition(`NOT (${sql})`, ...parameters));
    return [this.#single(byName, all(this.#here, ...elsewhere), asked)];
  }

  /** Few are looked up; many are found along an index of names, and each is looked for among them. */
  #single(index: string, rows: SqlCondition, { provider, met }: Asked): PartOfList {
    const { teams, grant } = this;
    const listed = all(singleOfTeams(teams, grant), rows);
    if (this.#singlesAreFew) return readBy(provider, workspaceKey, all(listed, conditionOf(met)));
    const further = met && 'listed' in met && this.#singles > mostAsked ? met.listed : conditionOf(met);
    return {
      ...readBy(provider, index, all(isSingleOfTeams(teams, grant), rows, conditionOf(met))),
      total: countOf(provider, workspaceKey, all(listed, further)),
    };
  }

  /** Workspaces that are seen one by one. */
  get #singles(): number {
    return this.visible.kind === 'all' ? 0 : this.visible.workspaceIds.length;
  }

  get #singlesAreFew(): boolean {
    return this.#singles <= mostSingle;
  }

  get #projectsAreFew(): boolean {
    return this.visible.kind === 'all' || this.visible.projectIds.length <= mostProjects;
  }

  get #here(): SqlCondition {
    return equals('organizationId', this.visible.organizationId);
  }
}

function conditionOf(met: Met | undefined): SqlCondition {
  if (!met) return all();
  return 'except' in met ? condition('"id" <> ?', met.except) : met.each;
}

/** Workspaces by an index of their names. @param size how many they are before anything else is asked of them */
function partOf(
  { provider, met }: Asked,
  { index, rows, size }: { readonly index: string; readonly rows: SqlCondition; readonly size: SqlCondition },
): PartOfList {
  const known = condition(`COALESCE(${size.sql}, 0)`, ...size.parameters);
  if (!met) return { ...readBy(provider, index, rows), total: known };
  const part = readBy(provider, index, all(rows, conditionOf(met)));
  if ('except' in met) {
    const itself = countOf(provider, workspaceKey, all(equals('id', met.except), rows));
    return { ...part, total: condition(`(${known.sql} - ${itself.sql})`, ...known.parameters, ...itself.parameters) };
  }
  const ofMany = countOf(provider, index, all(rows, met.listed));
  const ofFew = countOf(provider, index, part);
  const total = `(CASE WHEN ${known.sql} > ${mostAsked} THEN ${ofMany.sql} ELSE ${ofFew.sql} END)`;
  return { ...part, total: condition(total, ...known.parameters, ...ofMany.parameters, ...ofFew.parameters) };
}

const countOf = (provider: Provider, index: string, rows: SqlCondition): SqlCondition => {
  const { indexedBy } = readBy(provider, index, rows);
  return condition(`(SELECT COUNT(*) FROM ${tableBy('Workspace', indexedBy)} WHERE ${rows.sql})`, ...rows.parameters);
};

const projectSize = (id: string): SqlCondition =>
  condition('(SELECT "workspaceCount" FROM "Project" WHERE "id" = ?)', id);
