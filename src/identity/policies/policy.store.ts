import type { DatabaseClient, TransactionClient } from '../../platform/database/database.js';
import type { Prisma } from '../../platform/database/models.js';
import { mapConnection } from '../../platform/graphql/connection.js';
import type { Connection, PageAsked } from '../../platform/graphql/connection.js';
import { ascending, keyset, keysetPage, text } from '../../platform/graphql/keyset.js';
import { areParameterRules } from './parameter-text.js';
import { isCapability } from './rules.js';
import type { PolicyRule } from './rules.js';
import { areTeamPins, unfollowed } from './templates.js';

export interface Policy {
  readonly name: string;
  /** As it was given: HCL or JSON. */
  readonly text: string;
  readonly rules: readonly PolicyRule[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

type Row = Prisma.AclPolicyGetPayload<object>;

const byName = keyset<{ readonly name: string }>({ name: ascending(text) });

export class PolicyStore {
  constructor(private readonly deps: { client: DatabaseClient }) {}

  /** In order of their names. */
  async page(page: PageAsked): Promise<Connection<Policy>> {
    const { aclPolicy } = this.deps.client;
    const rows = await keysetPage(byName, page, {
      rows: (query) => aclPolicy.findMany(query),
      count: () => aclPolicy.count(),
    });
    return mapConnection(rows, policyOf);
  }

  async find(name: string): Promise<Policy | null> {
    const row = await this.deps.client.aclPolicy.findUnique({ where: { name } });
    return row && policyOf(row);
  }

  /** The rules of those that exist, together. */
  async rulesOf(names: readonly string[]): Promise<PolicyRule[]> {
    const rows = await this.deps.client.aclPolicy.findMany({ where: { name: { in: [...names] } } });
    return rows.flatMap((row) => [...policyOf(row).rules]);
  }
}

/** Policies with a rule that fills in nothing for anybody, and why: {@link unfollowed}. */
export async function unfollowedPolicies(client: DatabaseClient): Promise<readonly UnfollowedPolicy[]> {
  const rows = await client.aclPolicy.findMany({ where: { rules: { contains: '{{' } }, orderBy: { name: 'asc' } });
  return rows.flatMap((row) => {
    const reason = policyOf(row)
      .rules.map(unfollowed)
      .find((each) => each !== null);
    return reason === undefined ? [] : [{ name: row.name, reason }];
  });
}

/** What the operator is told of each. */
export const unfollowedPolicy =
  'a policy has a placeholder that nobody can follow: what it allows there is allowed to nobody, what it denies there is denied to all who carry it. Write it anew.';

export interface UnfollowedPolicy {
  readonly name: string;
  readonly reason: string;
}

/** Makes or replaces it. */
export async function writePolicy(
  tx: TransactionClient,
  { name, text, rules, now }: { name: string; text: string; rules: readonly PolicyRule[]; now: Date },
): Promise<Policy> {
  const written = { text, rules: JSON.stringify(rules), updatedAt: now };
  const create = { name, ...written, createdAt: now };
  return policyOf(await tx.aclPolicy.upsert({ where: { name }, create, update: written }));
}

/** @returns whether there was one */
export async function erasePolicy(tx: TransactionClient, name: string): Promise<boolean> {
  return (await tx.aclPolicy.deleteMany({ where: { name } })).count > 0;
}

function policyOf({ rules, ...row }: Row): Policy {
  return { ...row, rules: readRules(rules) };
}

/** @throws Error for a row that nobody wrote through {@link writePolicy}: rather no answer than another one */
function readRules(text: string): readonly PolicyRule[] {
  const rules: unknown = JSON.parse(text);
  if (Array.isArray(rules) && rules.every(isRule)) return rules;
  throw new Error('the rules of a policy cannot be read');
}

function isRule(value: unknown): value is PolicyRule {
  if (typeof value !== 'object' || value === null || !('path' in value) || !('capabilities' in value)) return false;
  const { path, capabilities } = value;
  const isHeld = Array.isArray(capabilities) && capabilities.every(isCapability);
  const areTeams = !('teams' in value) || areTeamPins(value.teams);
  return typeof path === 'string' && isHeld && areTeams && areParameterRules(value);
}
