import { afterAll, beforeAll, expect, test } from 'vitest';
import { scannedBy } from '../../platform/database/scans.js';
import { Growth, givenNames } from './growth.js';
import { openInstallation, schema } from './installation.js';
import type { Installation } from './installation.js';
import { leaves, sourcesOf, visibleFor } from './selections.js';

/*
 * What the databases mean to do for each list of the schema, and for what hangs on its objects: no statement goes over a table that grows. The lists of REST
 * have operations of the same fields.
 */

/** Statements that do, and why. */
const known: readonly (readonly [RegExp, string])[] = [
  [
    /FROM "Lease" l\s+JOIN "Mount"[^;]*"revokeError" IS NOT NULL GROUP BY/,
    'counts those that can never be revoked, which an index has together',
  ],
];

const sources = sourcesOf(schema, givenNames);

let world: Installation;
let growth: Growth;
/** With the list that asks it. */
const statements = new Map<string, string>();

beforeAll(async () => {
  world = await openInstallation();
  growth = await Growth.begin(world);
  await growth.to(2);
  const { trail, reader } = growth.trunk;
  for (const source of sources) {
    const selections = [leaves(source.type), ...visibleFor(source.type).map(({ selection }) => selection)];
    for (const selection of selections)
      for (const token of source.field === 'Query.auditTrailPage' ? [trail] : [world.rootToken, reader.token])
        for (const sql of (await world.ask(source.query(selection, growth.given()), token)).reads)
          statements.set(sql, source.path.join('.'));
  }
});
afterAll(() => world.end());

test('no statement of a list goes over a table that grows', async () => {
  expect(statements.size).toBeGreaterThan(200);
  const found: string[] = [];
  for (const [sql, list] of statements) {
    if (known.some(([pattern]) => pattern.test(sql))) continue;
    const scanned = await scannedBy(world.database, sql);
    if (scanned.length > 0) found.push(`${list}: ${scanned.join()}: ${sql.replaceAll(/\s+/g, ' ')}`);
  }
  expect(found).toEqual([]);
});
