import { text as columnText } from '../../platform/database/columns.js';
import type { Database, DatabaseClient, TransactionClient } from '../../platform/database/database.js';
import { rowCount } from '../../platform/database/row-counts.js';
import type { Prisma } from '../../platform/database/models.js';
import { mapConnection } from '../../platform/graphql/connection.js';
import type { Connection, PageAsked } from '../../platform/graphql/connection.js';
import { ascending, keyset, text } from '../../platform/graphql/keyset.js';
import { keysetPage } from '../../platform/graphql/keyset-prisma.js';
import type { ValuesAsked } from '../../platform/graphql/values.js';
import { areParameterRules } from './parameter-text.js';
import { rootPolicy } from './policy-name.js';
import { lostBlock } from './policy-text.js';
import { isCapability } from './rules.js';
import type { PolicyRule } from './rules.js';
import { areTeamPins, unfollowed } from './templates.js';
import { areWrappingRules } from './wrapping-limits.js';

export interface Policy {
  readonly name: string;
  /** As it was written: HCL or JSON. */
  readonly text: string;
  readonly rules: readonly PolicyRule[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

type Row = Prisma.AclPolicyGetPayload<object>;

const namesSql = `SELECT "name" FROM (SELECT p."name" FROM "AclPolicy" p WHERE p."name" > ? ORDER BY p."name" LIMIT ?) AS n
  UNION ALL SELECT CAST(? AS TEXT) WHERE 'root' > ? ORDER BY 1 LIMIT ?`;

const byName = keyset<{ readonly name: string }>({ name: ascending(text) });

export class PolicyStore {
  constructor(private readonly deps: { database: Pick<Database, 'client' | 'readSql'> }) {}

  /** By name. */
  async page(page: PageAsked): Promise<Connection<Policy>> {
    const { aclPolicy } = this.deps.database.client;
    const rows = await keysetPage(byName, page, {
      rows: (query) => aclPolicy.findMany(query),
      count: () => rowCount(this.deps.database, 'policy'),
    });
    return mapConnection(rows, policyOf);
  }

  /** With `root`, which has no text, in its place. */
  async names({ size, after }: ValuesAsked): Promise<string[]> {
    const from = after ?? '';
    const rows = await this.deps.database.readSql(namesSql, [from, size, rootPolicy, from, size]);
    return rows.map((row) => columnText(row['name']));
  }

  async find(name: string): Promise<Policy | null> {
    const row = await this.deps.database.client.aclPolicy.findUnique({ where: { name } });
    return row && policyOf(row);
  }

  /** The rules of the existing ones, together. */
  async rulesOf(names: readonly string[]): Promise<PolicyRule[]> {
    const rows = await this.deps.database.client.aclPolicy.findMany({ where: { name: { in: [...names] } } });
    return rows.flatMap((row) => [...policyOf(row).rules]);
  }
}

/** A policy that must be written again. */
export interface DoubtfulPolicy {
  readonly name: string;
  readonly reason: string;
}

/** The message for the operator about each. */
export const doubtfulPolicy =
  'an earlier version accepted a policy whose rules are ambiguous now. A rule whose placeholder cannot be resolved allows nothing to anybody, and denies to everyone who has the policy. Write the policy again.';

/** Policies in one query. */
const batch = 500;

/** Stored policies that would be refused now, by name: with placeholders that have no value, or with blocks that were lost. */
export async function doubtfulPolicies(client: DatabaseClient): Promise<readonly DoubtfulPolicy[]> {
  const found: DoubtfulPolicy[] = [];
  const suspect: Prisma.AclPolicyWhereInput = { OR: [{ rules: { contains: '{{' } }, { text: { contains: '"path"' } }] };
  for (let after = '', more = true; more;) {
    const rows = await client.aclPolicy.findMany({
      where: { AND: [suspect, { name: { gt: after } }] },
      orderBy: { name: 'asc' },
      take: batch,
    });
    for (const row of rows) {
      const reason =
        lostBlock(row.text) ??
        policyOf(row)
          .rules.map(unfollowed)
          .find((each) => each !== null);
      if (reason !== undefined) found.push({ name: row.name, reason });
    }
    after = rows.at(-1)?.name ?? '';
    more = rows.length === batch;
  }
  return found;
}

/** Creates or replaces it. */
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

/** @throws Error for a row that {@link writePolicy} did not write: better no rules than wrong ones */
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
  return typeof path === 'string' && isHeld && areTeams && areParameterRules(value) && areWrappingRules(value);
}
