import { expect, test } from 'vitest';
import { csrPem } from '../../../pki/policy/made.js';
import { policyWorld } from './external-policy-world.js';

const world = policyWorld();

/** What no path lists; the service gets it as the caller gave it. */
const unlisted = {
  nested: { at: ['all', 1, { depth: [[[]]] }], empty: {} },
  numbers: [0, -1, 1.5, 1e21, 9_007_199_254_740_991],
  yes: true,
  no: false,
  text: 'Zürich 東京 😀 "\\ \u2028\n',
  'a-name with spaces.and.dots': '',
  list: ['a,b', 'c'],
  request_uuid: 'mine',
  __proto: 'x',
};

const verbs = ['issue', 'sign', 'sign-intermediate'] as const;
const places = verbs.flatMap((verb) =>
  ['', 'issuer/root/'].flatMap((below) =>
    ['', '/web'].map((policy) => [`${below}external-policy/${verb}${policy}`, verb] as const),
  ),
);

const own = async (verb: (typeof verbs)[number]) => (verb === 'issue' ? { key_type: 'ec' } : { csr: await csrPem() });

test.each(places)('%s: as they are', async (path, verb) => {
  await world.ask('POST', path, { ...(await own(verb)), ...unlisted });
  expect(world.service.received[0]?.user_request_key_values).toMatchObject(unlisted);
  expect(world.service.received[0]?.request_uuid).not.toBe('mine');
});

test.each(places)('%s: as texts from a form', async (path, verb) => {
  const fields = { ...(await own(verb)), one: 'Zürich & 東京', number: '007', flag: 'true' };
  const form = new URLSearchParams(fields).toString();
  await world.ask('POST', path, form, { 'content-type': 'application/x-www-form-urlencoded' });
  const { one, number, flag } = fields;
  expect(world.service.received[0]?.user_request_key_values).toMatchObject({ one, number, flag });
});

test('much is passed on whole, and too much is refused before the service is asked', async () => {
  const large = 'ü'.repeat(200_000);
  await world.ask('POST', 'external-policy/issue', { key_type: 'ec', large });
  expect(world.service.received[0]?.user_request_key_values['large']).toBe(large);
  const { status } = await world.ask('POST', 'external-policy/issue', {
    key_type: 'ec',
    large: 'a'.repeat(40_000_000),
  });
  expect(status).toBe(413);
  expect(world.service.received).toHaveLength(1);
});
