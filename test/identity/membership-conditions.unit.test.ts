import { expect, test } from 'vitest';
import { membershipConditions } from '../../src/identity/memberships/memberships.js';

test('users are looked up for each membership: PostgreSQL lists all of them where it is asked whether one exists', () => {
  const [search, ...others] = membershipConditions({ search: 'jo', status: undefined, emails: undefined });
  expect(others).toEqual([]);
  expect(search?.sql).toMatch(/^\(\(SELECT 1 FROM "User" WHERE "id" = "userId" AND .*\) = 1 OR /);
  expect(search?.sql).not.toMatch(/EXISTS|IN \(SELECT/);
});
