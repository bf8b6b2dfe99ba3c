import { LRUCache } from 'lru-cache';
import { grantsOf, projectGrantsOf } from './levels.js';
import type { Grants, OnProject } from './levels.js';
import { sharedWork } from '../../platform/work/work.js';
import type { AccessStore } from './access.store.js';

/** The access of one team, by workspace and by project. */
export interface TeamAccess {
  readonly workspaces: ReadonlyMap<string, Grants>;
  readonly projects: ReadonlyMap<string, OnProject>;
}

interface Known extends TeamAccess {
  readonly epoch: string;
}

/** Largest number of cached rows of all teams. */
const defaultCapacity = 1_000_000;

/** The accesses of teams, read once for each identity epoch: if they are cached, authorizing a workspace needs no statement. */
export class CachedTeamAccess {
  readonly #known: LRUCache<string, Known>;
  readonly #reading = new Map<string, Promise<TeamAccess>>();

  constructor(private readonly deps: { store: AccessStore; capacity?: number }) {
    this.#known = new LRUCache({
      maxSize: deps.capacity ?? defaultCapacity,
      sizeCalculation: ({ workspaces, projects }) => 1 + workspaces.size + projects.size,
    });
  }

  /** Returns without waiting if everything is cached. */
  of(epoch: string, teams: readonly string[]): readonly TeamAccess[] | Promise<readonly TeamAccess[]> {
    const known: TeamAccess[] = [];
    const unknown: string[] = [];
    for (const team of teams) {
      const access = this.#known.get(team);
      if (access?.epoch === epoch) known.push(access);
      else unknown.push(team);
    }
    return unknown.length === 0 ? known : this.#readAll(epoch, unknown).then((read) => [...known, ...read]);
  }

  /** One read for all who wait for the same team. */
  async #readAll(epoch: string, teams: readonly string[]): Promise<readonly TeamAccess[]> {
    const jobOf = (team: string) => `${epoch} ${team}`;
    const unread = teams.filter((team) => !this.#reading.has(jobOf(team)));
    const reading = sharedWork(() => this.#read(epoch, unread));
    for (const team of unread) {
      const job = jobOf(team);
      const one = reading.then((read) => read.get(team) ?? nothing(epoch));
      this.#reading.set(job, one);
      void one.catch(() => undefined).finally(() => this.#reading.delete(job));
    }
    return Promise.all(teams.map(async (team) => (await this.#reading.get(jobOf(team))) ?? nothing(epoch)));
  }

  async #read(epoch: string, teams: readonly string[]): Promise<ReadonlyMap<string, TeamAccess>> {
    if (teams.length === 0) return new Map();
    const [onWorkspaces, onProjects] = await this.deps.store.accessesOf(teams);
    const empty = (team: string) => ({
      team,
      workspaces: new Map<string, Grants>(),
      projects: new Map<string, OnProject>(),
    });
    const given = new Map(teams.map((team) => [team, empty(team)]));
    for (const row of onWorkspaces) given.get(row.teamId)?.workspaces.set(row.workspaceId, grantsOf(row));
    for (const row of onProjects) given.get(row.teamId)?.projects.set(row.projectId, projectGrantsOf(row));
    const read = new Map<string, Known>();
    for (const { team, workspaces, projects } of given.values()) {
      const access: Known = { epoch, workspaces, projects };
      this.#known.set(team, access);
      read.set(team, access);
    }
    return read;
  }
}

const nothing = (epoch: string): Known => ({ epoch, workspaces: new Map(), projects: new Map() });
