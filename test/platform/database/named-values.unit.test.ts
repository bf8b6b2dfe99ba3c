import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const folder = path.join(import.meta.dirname, '../../../src');

/** Statements that name their values one by one, and what bounds how many these are. Those of as many as a response can name go through `rows-among.ts`. */
const bounded: Readonly<Record<string, string>> = {
  'pki/certificates/name-index.job.ts': 'certificatesAtOnce',
  'pki/crls/revoked-rows.ts': 'markedAtOnce',
  'pki/server-certificate/last-check.ts': 'the issuers of one subject and key',
  'pki/server-certificate/server-certificates.ts': 'the issuers of one subject and key',
  'platform/database/conditions.ts': 'whoever calls oneOf',
  'platform/events/event-log.ts': 'the kinds of events that there are',
  'state/backing-data/unnamed-objects.ts': 'what is deleted in one step',
};

test('a statement that names many values goes through what names some at a time', () => {
  const naming = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('generated'))
    .filter((file) => /\bIN \(\$\{[^`\n]*'\?'/.test(readFileSync(path.join(folder, file), 'utf8')));
  expect(naming.map((file) => file.replaceAll('\\', '/')).sort()).toEqual(Object.keys(bounded).sort());
});
