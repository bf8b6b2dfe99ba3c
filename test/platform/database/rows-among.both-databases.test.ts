import { describe, expect, test } from 'vitest';
import { integer, text } from '../../../src/platform/database/columns.js';
import { condition } from '../../../src/platform/database/conditions.js';
import type { SqlCondition } from '../../../src/platform/database/conditions.js';
import { rowCounts } from '../../../src/platform/database/row-counts.js';
import { rowsAmong } from '../../../src/platform/database/rows-among.js';
import { ids } from '../../../src/platform/ids.js';
import { Seal } from '../../../src/platform/seal/seal.js';
import { WebhookStore } from '../../../src/notices/webhook.store.js';
import { Authorities } from '../../../src/pki/issuers/authorities.js';
import { RevocationStore } from '../../../src/pki/revocation/revocation.store.js';
import { OutputStore } from '../../../src/state/outputs/output.store.js';
import { VariableSetStore } from '../../../src/state/variables/variable-set.store.js';
import { StateVersionStore } from '../../../src/state/versions/version.store.js';
import { soughtTags } from '../../../src/state/workspaces/sought-tags.js';
import { WorkspaceStore } from '../../../src/state/workspaces/workspace.store.js';
import { scratchDatabase } from './scratch.js';

/** More than a statement of either database takes parameters. */
const many = 70_000;

describe('rows by many values', () => {
  test('all are found, and a value that is named twice once', async () => {
    const database = await scratchDatabase();
    const lists = Array.from({ length: many }, (_, at) => `tag/${at}`);
    const had = [0, 999, 1_000, 1_001, 40_000, many - 1];
    for (const at of had)
      await database.writeSql([
        { sql: 'INSERT INTO "RowCount" ("list", "count") VALUES (?, ?)', rows: [[`tag/${at}`, at]] },
      ]);
    const statement = ({ sql, parameters }: SqlCondition) =>
      condition(`SELECT "list", CAST("count" AS INTEGER) AS "count" FROM "RowCount" WHERE ${sql}`, ...parameters);
    const rows = await rowsAmong(database, 'list', [...lists, 'tag/40000', 'tag/0'], statement);
    expect(rows.map((row) => [text(row['list']), integer(row['count'])])).toEqual(had.map((at) => [`tag/${at}`, at]));
  });

  test('no statement names more than a thousand, and none is sent for none', async () => {
    const asked: number[] = [];
    const reads = {
      readSql: (_sql: string, parameters: readonly unknown[] = []) => {
        asked.push(parameters.length);
        return Promise.resolve([]);
      },
    };
    const statement = (among: SqlCondition) => among;
    await rowsAmong(reads, 'id', [], statement);
    expect(asked).toEqual([]);
    await rowsAmong(
      reads,
      'id',
      Array.from({ length: 2_500 }, (_, n) => String(n)),
      statement,
    );
    expect(asked).toEqual([1_000, 1_000, 500]);
  });

  test('of one part it is the list of the statement itself', async () => {
    const rows = Object.freeze([]);
    const reads = { readSql: () => Promise.resolve(rows) };
    expect(await rowsAmong(reads, 'id', ['a'], (among) => among)).toBe(rows);
  });
});

test('any number of objects is read at once', async () => {
  const database = await scratchDatabase();
  const seal = new Seal({ current: Buffer.alloc(32), earlier: [] });
  const of = <T>(make: () => T) => Array.from({ length: many }, make);
  const names = Array.from({ length: many }, (_, n) => String(n));
  const outputs = new OutputStore({ database, seal });
  const versions = new StateVersionStore({ database });
  const sets = new VariableSetStore({ database });
  const found = {
    outputs: await outputs.shown(of(() => ids.stateVersionOutput.make())),
    versionsOfOutputs: await outputs.versionsOf(of(() => ids.stateVersionOutput.make())),
    versions: await versions.byIds(of(() => ids.stateVersion.make())),
    neighbours: await versions.neighbours(of(() => ids.stateVersion.make())),
    workspaces: (await new WorkspaceStore({ database }).byIds(of(() => ids.workspace.make()))).filter(
      (each) => each !== null,
    ),
    workspacesOfSets: await sets.workspacesOf(names),
    projectsOfSets: await sets.projectsOf(names),
    tags: await soughtTags(database, 'org-none', names),
    counters: await rowCounts(
      database,
      names.map((name) => `run/${name}` as const),
    ),
    deliveries: await new WebhookStore({ database, seal }).waiting(names),
    revoked: await new RevocationStore({ database }).revoked('mount', 'issuer', names),
    mounts: (await new Authorities({ database, seal }).several('path', names)).filter((each) => each !== null),
  };
  for (const [what, none] of Object.entries(found)) expect([...none], what).toEqual([]);
});
