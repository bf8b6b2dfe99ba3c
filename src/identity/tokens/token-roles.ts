import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import type { TokenRoleRow } from '../../platform/database/models.js';
import { condition } from '../../platform/database/conditions.js';
import { valuesOfColumn } from '../../platform/graphql/values.js';
import type { ValuesAsked } from '../../platform/graphql/values.js';
import { isRecord } from '../../platform/is-record.js';
import { problem } from '../../platform/problems.js';
import type { Caller } from '../caller.js';
import type { IdentityChanges } from '../changes.js';
import { found } from '../directory.js';
import type { Policies } from '../policies/policies.js';
import { changedRole, newRole } from './token-role.rules.js';
import type { TokenRoleInput, TokenRoleTerms } from './token-role.rules.js';

export interface TokenRole extends TokenRoleTerms {
  readonly name: string;
}

const shape = /^\w(?:[\w.-]*\w)?$/;
const longestName = 128;

/** Roles under which tokens are created: auth/token/roles. Whoever may write one may give every policy that it lists, except `root`. */
export class TokenRoles {
  constructor(
    private readonly deps: { policies: Policies; changes: IdentityChanges; database: Database; clock: Clock },
  ) {}

  /** @throws PERMISSION_DENIED, NOT_FOUND */
  async read(caller: Caller, name: string): Promise<TokenRole> {
    await this.deps.policies.require(caller, at(name), 'read');
    return found(await this.find(name));
  }

  /** By name. @throws PERMISSION_DENIED */
  async names(caller: Caller, page: ValuesAsked): Promise<readonly string[]> {
    await this.deps.policies.require(caller, at(''), 'list');
    return valuesOfColumn(this.deps.database, { table: 'TokenRole', column: 'name', of: condition('1 = 1') }, page);
  }

  /** Creates a role, or changes what is given. @throws PERMISSION_DENIED, INVALID_INPUT */
  async write(caller: Caller, name: string, input: TokenRoleInput): Promise<TokenRole> {
    await this.deps.policies.require(caller, at(name), 'update');
    if (!shape.test(name) || name.length > longestName)
      throw problem('INVALID_INPUT', `a role has a name of 1 to ${longestName} letters, digits, -, _ and .`, ['name']);
    return this.deps.changes.make(
      caller,
      'token-role.write',
      async (tx) => {
        const row = await tx.tokenRole.findUnique({ where: { name } });
        const terms = changedRole(row ? termsOf(row) : newRole, input);
        const now = this.deps.clock.now();
        const definition = JSON.stringify(terms);
        const kept = { definition, updatedAt: now };
        await tx.tokenRole.upsert({ where: { name }, create: { name, createdAt: now, ...kept }, update: kept });
        return { result: { name, ...terms }, target: { type: 'token-role', id: name, name }, details: { definition } };
      },
      { affectsNobody: true },
    );
  }

  /** Its tokens are not renewed any more. A missing one counts as deleted. @returns its name, null if there was none @throws PERMISSION_DENIED */
  async remove(caller: Caller, name: string): Promise<string | null> {
    await this.deps.policies.require(caller, at(name), 'delete');
    if (!(await this.find(name))) return null;
    return this.deps.changes.make(
      caller,
      'token-role.delete',
      async (tx) => {
        await tx.tokenRole.deleteMany({ where: { name } });
        return { result: name, target: { type: 'token-role', id: name, name } };
      },
      { affectsNobody: true },
    );
  }

  /** For an authorized caller. */
  async find(name: string): Promise<TokenRole | null> {
    const row = await this.deps.database.client.tokenRole.findUnique({ where: { name } });
    return row && { name, ...termsOf(row) };
  }
}

const at = (name: string) => `auth/token/roles/${name}`;

/** As it was written; a role of an earlier version has the defaults of what it does not say. */
function termsOf({ definition }: TokenRoleRow): TokenRoleTerms {
  const kept: unknown = JSON.parse(definition);
  return isRecord(kept) ? { ...newRole, ...kept } : newRole;
}
