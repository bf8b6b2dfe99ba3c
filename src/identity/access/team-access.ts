import { LRUCache } from 'lru-cache';
import { grantsOf, isKey, projectLevels } from './levels.js';
import type { Grants, ProjectAccessLevel } from './levels.js';
import type { AccessStore } from './access.store.js';

/** What one team was given, workspace by workspace and project by project. */
export interface TeamAccess {
  readonly workspaces: ReadonlyMap<string, Grants>;
  readonly projects: ReadonlyMap<string, (typeof projectLevels)[ProjectAccessLevel]>;
}

interface Known extends TeamAccess {
  readonly epoch: string;
}

/** Rows held in memory at once, over all teams. */
const defaultCapacity = 1_000_000;

/** The accesses of teams, read once an identity epoch: authorizing a workspace costs no statement when they are known. */
export class TeamAccesses {
  readonly #known: LRUCache<string, Known>;
  readonly #reading = new Map<string, Promise<TeamAccess>>();

  constructor(private readonly deps: { store: AccessStore; capacity?: number }) {
    this.#known = new LRUCache({
      maxSize: deps.capacity ?? defaultCapacity,
      sizeCalculation: ({ workspaces, projects }) => 1 + workspaces.size + projects.size,
    });
  }

  /** Answers without waiting when everything is known. */
  of(epoch: string, teams: readonly string[]): readonly TeamAccess[] | Promise<readonly TeamAccess[]> {
    const known: TeamAccess[] = [];
    for (const team of teams) {
      const access = this.#known.get(team);
      if (access?.epoch === epoch) known.push(access);
    }
    return known.length === teams.length ? known : Promise.all(teams.map((team) => this.#one(epoch, team)));
  }

  async #one(epoch: string, team: string): Promise<TeamAccess> {
    const known = this.#known.get(team);
    if (known?.epoch === epoch) return known;
    const job = `${epoch} ${team}`;
    const running = this.#reading.get(job);
    if (running) return running;
    const reading = this.#read(epoch, team).finally(() => this.#reading.delete(job));
    this.#reading.set(job, reading);
    return reading;
  }

  async #read(epoch: string, team: string): Promise<TeamAccess> {
    const [workspaces, projects] = await this.deps.store.accessesOf(team);
    const access: Known = {
      epoch,
      workspaces: new Map(workspaces.map((row) => [row.workspaceId, grantsOf(row)])),
      projects: new Map(
        projects.flatMap(({ projectId, access: level }) =>
          isKey(projectLevels, level) ? [[projectId, projectLevels[level]] as const] : [],
        ),
      ),
    };
    this.#known.set(team, access);
    return access;
  }
}
