import { expect, test } from 'vitest';
import { recordsByAction } from '../../../src/identity/audit/records-by-action.js';
import { recordsMatching } from '../../../src/identity/audit/seldom-records.js';

/** A database whose records are of so many kinds. */
const withKinds = (count: number) => ({
  provider: 'sqlite' as const,
  readSql: () =>
    Promise.resolve(
      Array.from({ length: count }, (_, n) => ({ action: `certificate.do-${n}`, targetType: 'certificate' })),
    ),
});

test('more kinds than one statement can combine are found along the list', async () => {
  const filter = { action: 'certificate.' };
  expect(await recordsByAction(withKinds(200), filter, null)).toHaveLength(201);
  expect(await recordsByAction(withKinds(201), filter, null)).toEqual([recordsMatching('sqlite', filter, null)]);
});
