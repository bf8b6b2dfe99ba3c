import { equals } from '../../platform/database/conditions.js';
import type { Database, TransactionClient } from '../../platform/database/database.js';
import type { CelRoleRow, Prisma } from '../../platform/database/models.js';
import { valuesOfColumn } from '../../platform/graphql/values.js';
import type { ValuesAsked } from '../../platform/graphql/values.js';
import { isRecord } from '../../platform/is-record.js';
import type { Program, ProgramVariable } from '../expressions/program.js';

/** A stored role that is a program. */
export interface NamedCelRole {
  readonly id: string;
  readonly mountId: string;
  readonly name: string;
  readonly program: Program;
}

/** The rows of `CelRole`. */
export class CelRoleStore {
  constructor(private readonly deps: { readonly database: Database }) {}

  async find(mountId: string, name: string): Promise<NamedCelRole | null> {
    const row = await this.deps.database.client.celRole.findUnique({ where: { mountId_name: { mountId, name } } });
    return row && namedOf(row);
  }

  /** Several, in no order. */
  async where(where: Prisma.CelRoleWhereInput): Promise<NamedCelRole[]> {
    return (await this.deps.database.client.celRole.findMany({ where })).map(namedOf);
  }

  names(mountId: string, asked: ValuesAsked): Promise<string[]> {
    const column = { table: 'CelRole', column: 'name', of: equals('mountId', mountId) };
    return valuesOfColumn(this.deps.database, column, asked);
  }

  /** The program of a role in a transaction that will change it. */
  async programIn(tx: TransactionClient, id: string): Promise<Program | null> {
    const row = await tx.celRole.findUnique({ where: { id } });
    return row && namedOf(row).program;
  }

  /** Replaces the role of the same name. */
  async put(tx: TransactionClient, { id, mountId, name, program }: NamedCelRole, now: Date): Promise<NamedCelRole> {
    const text = JSON.stringify(program);
    const row = await tx.celRole.upsert({
      where: { mountId_name: { mountId, name } },
      create: { id, mountId, name, program: text, createdAt: now, updatedAt: now },
      update: { program: text, updatedAt: now },
    });
    return namedOf(row);
  }
}

const namedOf = ({ id, mountId, name, program }: CelRoleRow): NamedCelRole => ({
  id,
  mountId,
  name,
  program: programOf(JSON.parse(program)),
});

/** @throws Error for what was not written here */
function programOf(stored: unknown): Program {
  if (!isRecord(stored) || typeof stored['expression'] !== 'string' || !Array.isArray(stored['variables']))
    throw new Error('a stored program without expression or variables');
  const variables = stored['variables'].map((each: unknown): ProgramVariable => {
    if (!isRecord(each) || typeof each['name'] !== 'string' || typeof each['expression'] !== 'string')
      throw new Error('a stored program with a variable that is none');
    return { name: each['name'], expression: each['expression'] };
  });
  return { variables, expression: stored['expression'] };
}
