import { expect, test } from 'vitest';
import type { AuditFilter } from '../../../src/identity/audit/record-conditions.js';
import { recordsMatching } from '../../../src/identity/audit/seldom-records.js';
import { bundledMigrations } from '../../../src/platform/database/migrations.js';

/*
 * A database uses an index of a part of the rows only for a statement that leaves out the same ones.
 */

const seldom = {
  outcome: { outcome: 'denied' },
  action: { action: 'policy.write' },
  targetType: { targetType: 'policy' },
} as const satisfies Readonly<Record<string, AuditFilter>>;

const leftOut = (sql: string, column: string) =>
  [...sql.matchAll(new RegExp(`"${column}" <> '([^']+)'`, 'g'))].map(([, value]) => value);

const indexesOf = (provider: 'sqlite' | 'postgresql') =>
  bundledMigrations(provider).flatMap(({ sql }) =>
    [
      ...sql.matchAll(
        /CREATE INDEX "AuditRecord_(organizationId_)?(outcome|action|targetType)_idx" ON .* WHERE (.*);/g,
      ),
    ].map(([, organization, column = '', where = '']) => ({ ofAll: organization === undefined, column, where })),
  );

test.each(['sqlite', 'postgresql'] as const)('%s: statements leave out what the indexes leave out', (provider) => {
  const indexes = indexesOf(provider);
  expect(indexes).toHaveLength(6);
  for (const [column, filter] of Object.entries(seldom)) {
    const mine = indexes.filter((index) => index.column === column);
    expect(mine.map(({ ofAll }) => ofAll).toSorted()).toEqual([false, true]);
    for (const { ofAll, where } of mine) {
      const { sql } = recordsMatching(provider, filter, ofAll ? null : 'org-AAAAAAAAAAAAAAAA');
      const values = leftOut(where, column);
      expect(values.length).toBeGreaterThan(0);
      expect(leftOut(sql, column)).toEqual(values);
      expect(where).toBe(values.map((value) => `"${column}" <> '${value}'`).join(' AND '));
    }
  }
});

test('of an action and an outcome that few records have, the action finds them', () => {
  const found = recordsMatching('sqlite', { outcome: 'denied', action: 'policy.write', targetType: 'policy' }, null);
  expect(found.indexedBy).toBe('AuditRecord_action_idx');
  const ordinary = recordsMatching('sqlite', { outcome: 'denied', action: 'certificate.issue' }, null);
  expect(ordinary.indexedBy).toBe('AuditRecord_outcome_idx');
});
