import { expect, inject, test } from 'vitest';
import './harness/shared-server.js';
import { fuzz } from '../fuzz/fuzz.js';
import { FuzzSite } from '../fuzz/site.js';

/** `npm run fuzz` sends more of them, and large ones. */
const requests = 200;

test('what nobody should send is refused in the form of its dialect', async () => {
  const wrong: string[] = [];
  const tally = await fuzz(
    {
      seed: 2026,
      targets: [
        'rest',
        'vault',
        'graphql',
        'http',
        'state',
        'pem',
        'der',
        'ocsp',
        'est',
        'scep',
        'cmp',
        'acme',
        'sign-in',
      ],
      most: requests,
      milliseconds: Infinity,
    },
    {
      site: await FuzzSite.open(inject('server')),
      found: ({ shot, wrong: what }, number) =>
        wrong.push(`${number}: ${shot.sender} ${shot.what} ${shot.path}: ${what.join('; ')}`),
      tell: () => undefined,
    },
  );
  expect(wrong).toEqual([]);
  expect(tally.sent).toBe(requests);
  // Requests that get as far as to be done are among them.
  const statuses = [...tally.byStatus.keys()].map((key) => key.split(' ')[1]);
  expect(statuses).toEqual(expect.arrayContaining(['200', '400', '401', '404', '422']));
});
