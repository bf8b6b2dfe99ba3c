import { expect, test } from 'vitest';
import { fencesOf, guides } from '../harness/guide.js';
import { GuideRun, stepsOf } from '../harness/guide-run.js';
import { withServer } from '../harness/site.js';
import { differences } from './differences.js';
import { guideToTheTypedClient } from './typed-client.js';

/** Of one that needs a token, `managed-keys.test.ts` runs the examples. */
const elsewhere = ['managed-keys.md'];

const withOperations = guides.filter(
  (guide) => !elsewhere.includes(guide) && fencesOf(guide).some(({ language }) => language === 'graphql'),
);

test('there are guides with operations', () => {
  expect(withOperations).toEqual(expect.arrayContaining(['from-terraform-enterprise.md']));
});

/** The server of a reader who goes through all guides. */
const site = withServer();

differences(site);

test.each(withOperations)('the examples of docs/%s, one after another, do what they are for', async (guide) => {
  const reader = new GuideRun(site.get.server);
  try {
    for (const step of stepsOf(guide)) await reader.step(step);
  } finally {
    reader.end();
  }
});

guideToTheTypedClient(site);
