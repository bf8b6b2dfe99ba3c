import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/**
 * Who writes what a loss of power may take from the end: work that is repeated then, times that are for people, and records of what the server gives away without
 * keeping it. Whoever is added here must do the same: nobody is told that it is kept, and nothing of it leaves the server before it is synced.
 */
const allowed = [
  'identity/module.ts',
  'notices/delivery.store.ts',
  'notices/webhook.store.ts',
  'pki/acme/allowances.ts',
  'pki/acme/cleaning.job.ts',
  'pki/acme/nonces.ts',
  'pki/cmp/cleaning.job.ts',
  'pki/cmp/nonces.ts',
  'pki/crls/parts/left-parts.ts',
  'pki/issuance/kept-certificates.ts',
  'pki/scep/cleaning.job.ts',
  'pki/tidy/tidy.store.ts',
  'platform/jobs/job.store.ts',
  'platform/jobs/waiting-jobs.ts',
  'state/inventory/inventory.job.ts',
  'state/search/resource-index.ts',
  'state/workspaces/name-parts.ts',
];

test('nobody else writes without waiting for the disk', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll(path.sep, '/'))
    .filter((name) => name.endsWith('.ts') && !name.startsWith('platform/database/'));
  expect(files.length).toBeGreaterThan(500);
  const using = files.filter((name) =>
    /\bdatabase\.background\b|\{ background \} = this\.deps\.database/.test(
      readFileSync(path.join('src', name), 'utf8'),
    ),
  );
  expect(using.sort()).toEqual(allowed);
});
