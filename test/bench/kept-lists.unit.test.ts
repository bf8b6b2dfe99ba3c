import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { keepsLists, listedAnew } from '../../bench/growth/kept-lists.js';

const triggers = /CREATE (?:CONSTRAINT )?TRIGGER "(\w+)" AFTER INSERT[^;]*? ON "(\w+)"/g;

test.each(['sqlite', 'postgresql'] as const)(
  'what triggers of %s count and list row by row is done at once',
  (dialect) => {
    const folder = new URL(`../../migrations/${dialect}/`, import.meta.url);
    const texts = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => readFileSync(new URL(`${name}/migration.sql`, folder), 'utf8'));
    const kept = texts
      .flatMap((text) => [...text.matchAll(triggers)])
      .filter(([, name = '']) => keepsLists.test(name))
      .map(([, , table = '']) => table);
    expect(new Set(kept).size).toBeGreaterThan(10);
    expect(kept.filter((table) => listedAnew(dialect, table).length === 0)).toEqual([]);
  },
);

test('counters are set, and parts are added to those that are there', () => {
  const [counted = ''] = listedAnew('sqlite', 'Revocation');
  expect(counted).toMatch(/GROUP BY 1 ON CONFLICT \("list"\) DO UPDATE SET "count" = EXCLUDED."count";$/);
  expect(listedAnew('sqlite', 'Workspace').join()).toMatch(
    /^INSERT OR IGNORE INTO "WorkspaceNamePart" [^;]* ORDER BY 1, 2, 3;$/,
  );
  expect(listedAnew('postgresql', 'Team').join()).toMatch(/ORDER BY 1, 2, 3 ON CONFLICT DO NOTHING;$/);
  expect(listedAnew('sqlite', 'Job')).toEqual([]);
});
