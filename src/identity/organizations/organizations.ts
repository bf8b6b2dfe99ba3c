import { system } from '../audit/actor.js';
import type { Actor } from '../audit/actor.js';
import type { TransactionClient } from '../../platform/database/database.js';
import type { OrganizationRow, Prisma } from '../../platform/database/models.js';
import { amongFew, fewContaining } from '../../platform/database/name-parts.js';
import { searchColumn, searched, searchEmailColumn } from '../../platform/database/text-search.js';
import type { Connection, PageAsked } from '../../platform/graphql/connection.js';
import type { NumberedPage, PageWindow } from '../../platform/graphql/numbered-page.js';
import { ids } from '../../platform/ids.js';
import { problem } from '../../platform/problems.js';
import type { Caller } from '../caller.js';
import { requireText } from '../names.js';
import { foundOrganization } from './found.js';
import { planNamed } from './plans.js';
import type { PlanName } from './plans.js';
import { requireOneReport, settingColumns } from './organization-settings.js';
import type { GivenSettings } from './organization-settings.js';
import type { OrganizationStore } from './organization.store.js';
import type { AuditTarget } from '../audit/target.js';
import type { IdentityParts } from '../parts.js';

const operator = system('command-line');

const unique = [{ model: 'Organization', columns: ['name'], field: ['name'] }];

/** What another domain keeps for an organization, and how it is deleted. */
export interface OrganizationContents {
  /** Whether there is more than what one transaction should delete. */
  isLarge: (organizationId: string) => Promise<boolean>;
  /** Deletes a part of it. @returns how many workspaces, state versions of a workspace that stays until later, and variable sets */
  removePart: (
    tx: TransactionClient,
    organizationId: string,
    now: Date,
  ) => Promise<{ readonly workspaces: number; readonly stateVersions: number; readonly variableSets: number }>;
  /** Deletes the workspaces that are left, in the transaction that deletes the organization. @returns how many */
  removeWorkspaces: (tx: TransactionClient, organizationId: string, now: Date) => Promise<number>;
}

/** Parts of texts, in any case. */
interface OrganizationSearch {
  /** Of the name or of the email address. */
  readonly search?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly email?: string | null | undefined;
}

/** Organizations: tenants, each with its own projects, workspaces and teams. */
export class Organizations {
  #contents: OrganizationContents | null = null;

  constructor(
    private readonly deps: IdentityParts & {
      readonly store: OrganizationStore;
      /** Of new organizations. */
      readonly plan?: PlanName | undefined;
    },
  ) {}

  /** Set once, at the start: this domain knows nothing of state. */
  removeContentsBy(contents: OrganizationContents): void {
    this.#contents = contents;
  }

  /** @param ref name or id @throws NOT_FOUND */
  async read(caller: Caller, ref: string): Promise<OrganizationRow> {
    const organization = await this.deps.directory.organization(ref);
    await this.deps.access.onOrganization(caller, 'organization.read', organization.id);
    return organization;
  }

  /** The organizations that the caller belongs to; all of them for a site administrator. */
  async list(caller: Caller, filter: OrganizationSearch, page: PageAsked): Promise<Connection<OrganizationRow>> {
    return this.deps.store.list(await this.#found(caller, filter), page);
  }

  async page(caller: Caller, filter: OrganizationSearch, window: PageWindow): Promise<NumberedPage<OrganizationRow>> {
    return this.deps.store.page(await this.#found(caller, filter), window);
  }

  /** The visible ones that match the search. Those that few names match are named. */
  async #found(caller: Caller, filter: OrganizationSearch): Promise<Prisma.OrganizationWhereInput | null> {
    const { search, name, email } = filter;
    if (caller.siteAdmin && !search && !name && !email) return null;
    const { names } = this.deps;
    const few = await Promise.all([
      fewContaining(names, search, 'organization', 'organization-email'),
      fewContaining(names, name, 'organization'),
      fewContaining(names, email, 'organization-email'),
    ]);
    return { AND: [visibleTo(caller, filter), ...few.flatMap(amongFew)] };
  }

  /** The caller becomes its first owner. @throws INVALID_INPUT, NAME_TAKEN, TOKEN_KIND_REFUSED */
  async create(caller: Caller, input: GivenSettings & { name: string; email: string }): Promise<OrganizationRow> {
    await this.deps.access.onSite(caller, 'organization.create');
    const name = organizationName(input.name);
    const email = requireText('email', input.email, ['email']);
    const settings = settingColumns(input);
    const now = this.deps.clock.now();
    return this.deps.changes.make(
      caller,
      'organization.create',
      async (tx) => {
        const { plan } = this.deps;
        const id = await foundOrganization(tx, { name, email, founder: caller.userId, now, ...(plan && { plan }) });
        const result = await tx.organization.update({ where: { id }, data: settings });
        requireOneReport(result);
        return { result, target: targetOf(result), details: { email, ...settings } };
      },
      { unique },
    );
  }

  /** @throws NOT_FOUND, INVALID_INPUT, NAME_TAKEN */
  async update(
    caller: Caller,
    ref: string,
    input: GivenSettings & { name?: string | null | undefined; email?: string | null | undefined },
  ): Promise<OrganizationRow> {
    const { id } = await this.deps.directory.organization(ref);
    await this.deps.access.onOrganization(caller, 'organization.update', id);
    const changed = {
      ...(typeof input.name === 'string' && { name: organizationName(input.name) }),
      ...(typeof input.email === 'string' && { email: requireText('email', input.email, ['email']) }),
      ...settingColumns(input),
    };
    const searchColumns = { ...searchColumn(changed.name), ...searchEmailColumn(changed.email) };
    const data = { ...changed, ...searchColumns, updatedAt: this.deps.clock.now() };
    return this.deps.changes.make(
      caller,
      'organization.update',
      async (tx) => {
        const result = await tx.organization.update({ where: { id }, data });
        requireOneReport(result);
        return { result, target: targetOf(result), details: changed };
      },
      { unique },
    );
  }

  /** @param ref name or id @throws NOT_FOUND, TOKEN_KIND_REFUSED, INVALID_INPUT */
  async setPlan(caller: Caller, ref: string, given: string): Promise<OrganizationRow> {
    await this.deps.access.onSite(caller, 'organization.set-plan');
    const plan = planNamed(given);
    const { id } = await this.deps.directory.organization(ref);
    return this.#setPlan(caller, id, plan);
  }

  /** For an operator on the machine, who has every permission. @throws NOT_FOUND, INVALID_INPUT */
  async setPlanLocally(ref: string, given: string): Promise<OrganizationRow> {
    const plan = planNamed(given);
    const { id } = await this.deps.directory.organization(ref);
    return this.#setPlan(operator, id, plan);
  }

  #setPlan(actor: Actor, id: string, plan: PlanName): Promise<OrganizationRow> {
    const { changes, clock } = this.deps;
    const change = async (tx: TransactionClient) => {
      const before = await tx.organization.findUniqueOrThrow({ where: { id }, select: { plan: true } });
      const result = await tx.organization.update({ where: { id }, data: { plan, updatedAt: clock.now() } });
      return { result, target: targetOf(result), details: { from: before.plan, to: plan } };
    };
    return changes.make(actor, 'organization.set-plan', change, { affectsNobody: true });
  }

  /**
   * Deletes an organization with its projects, teams and tokens, and if `force` is set with its workspaces and all their state, locked ones too. Its audit
   * records are kept. A large one goes in parts, so that others write in between; if that is interrupted, what is left can be used, or deleted again.
   * @throws NOT_FOUND, IN_USE if it has workspaces and nobody said that they go too
   */
  async delete(caller: Caller, ref: string, force = false): Promise<string> {
    const organization = await this.deps.directory.organization(ref);
    await this.deps.access.onOrganization(caller, 'organization.delete', organization.id);
    const contents = force ? this.#contents : null;
    const before = contents ? await this.#removeParts(caller, organization, contents) : 0;
    return this.deps.changes.make(caller, 'organization.delete', async (tx) => {
      const now = this.deps.clock.now();
      // The organization first, as whoever adds to it or deletes of it.
      await tx.organization.update({ where: { id: organization.id }, data: { updatedAt: now }, select: { id: true } });
      const last = (await contents?.removeWorkspaces(tx, organization.id, now)) ?? 0;
      const workspaces = before + last;
      // Before their teams are deleted; with the rest, or not at all.
      await tx.user.deleteMany({ where: { serviceOfTeam: { organizationId: organization.id } } });
      await tx.user.deleteMany({ where: { serviceOfOrganization: { id: organization.id } } });
      await tx.project.deleteMany({ where: { organizationId: organization.id, workspaces: { none: {} } } });
      // The count is part of the condition, so that a concurrent new workspace is noticed.
      const { count } = await tx.organization.deleteMany({
        where: { id: organization.id, workspaceCount: 0, workspaces: { none: {} } },
      });
      if (count === 0) {
        throw problem('IN_USE', 'The organization still has workspaces; delete them first', ['organization']);
      }
      return { result: organization.id, target: targetOf(organization), details: { workspaces } };
    });
  }

  /** Each part is a change of its own, with its record. @returns the number of workspaces */
  async #removeParts(caller: Caller, organization: OrganizationRow, contents: OrganizationContents): Promise<number> {
    let workspaces = 0;
    while (await contents.isLarge(organization.id)) {
      const removed = await this.deps.changes.make(
        caller,
        'organization.clear',
        async (tx) => {
          const result = await contents.removePart(tx, organization.id, this.deps.clock.now());
          return { result, target: targetOf(organization), details: result };
        },
        { affectsNobody: true },
      );
      workspaces += removed.workspaces;
    }
    return workspaces;
  }
}

function organizationName(name: string): string {
  const field = ['name'];
  if (ids.organization.is(name)) throw problem('INVALID_INPUT', 'name must not look like an identifier', field);
  return requireText('organizationName', name, field);
}

function visibleTo(caller: Caller, { search, name, email }: OrganizationSearch): Prisma.OrganizationWhereInput {
  const byName = (text: string) => ({ searchName: searched({ contains: text }) });
  const byEmail = (text: string) => ({ searchEmail: searched({ contains: text }) });
  return {
    ...(search && { OR: [byName(search), byEmail(search)] }),
    ...(name && byName(name)),
    ...(email && byEmail(email)),
    ...(!caller.siteAdmin && { id: { in: [...caller.organizations.keys()] } }),
  };
}

export function targetOf({ id, name }: { id: string; name: string }): AuditTarget {
  return { type: 'organization', id, name, organizationId: id };
}
