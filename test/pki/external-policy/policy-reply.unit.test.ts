import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readReply, WrongReply } from '../../../src/pki/external-policy/policy-reply.js';

const uuid = '5e1b0a3c-7c0e-4f4e-8a61-3a2f3c1d9b70';

/** What a reader of shapes says of an answer, as the text that callers see. */
const shape = z.object({
  request_uuid: z.string(),
  error: z.string().nullish(),
  warnings: z.array(z.string()).nullish(),
  certificate: z.string().nullish(),
  issuer_ref: z.string().nullish(),
  store_certificate: z.boolean().nullish(),
  generate_lease: z.boolean().nullish(),
});

function faultOfShape(answer: unknown): string | null {
  const { error } = shape.safeParse(answer);
  const [issue] = error?.issues ?? [];
  if (!issue) return null;
  const where = issue.path.join('.');
  return where === '' ? 'it is no object' : `${where} is missing, or of another type`;
}

function read(body: Buffer) {
  try {
    return { reply: readReply(body, uuid) };
  } catch (error) {
    if (error instanceof WrongReply) return { fault: error.message };
    throw error;
  }
}

const said = (answer: unknown) => read(Buffer.from(JSON.stringify(answer)));

const anything = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  fc.constantFrom('', ' ', 'text'),
  fc.array(fc.oneof(fc.constant('text'), fc.integer(), fc.constant(null)), { maxLength: 3 }),
  fc.record({ any: fc.integer() }),
);
const mostly = <T>(usual: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: usual }, { weight: 1, arbitrary: anything });
const flag = mostly(fc.boolean());
// Without certificates: what they say is read elsewhere.
const answers = fc.record(
  {
    request_uuid: mostly(fc.constant(uuid)),
    error: mostly(fc.constantFrom('no', '', null)),
    warnings: mostly(fc.array(fc.constantFrom('one', 'two'), { maxLength: 3 })),
    certificate: fc.oneof(fc.constantFrom('', ' ', null), fc.integer(), fc.boolean()),
    issuer_ref: mostly(fc.constantFrom('', 'default', null)),
    store_certificate: flag,
    generate_lease: flag,
    other: anything,
  },
  { requiredKeys: [] },
);

test('members of another type are told as a reader of the shape tells them', () => {
  const judged = { wrong: 0, sound: 0 };
  fc.assert(
    fc.property(fc.oneof({ weight: 9, arbitrary: answers }, { weight: 1, arbitrary: anything }), (answer) => {
      const fault = faultOfShape(answer);
      if (fault === null) {
        judged.sound += 1;
        expect(said(answer).fault ?? '').not.toMatch(/another type|no object/);
      } else {
        judged.wrong += 1;
        expect(said(answer)).toEqual({ fault });
      }
    }),
    { numRuns: 3_000 },
  );
  expect(Math.min(judged.wrong, judged.sound)).toBeGreaterThan(100);
});

test.each([
  ['with a byte order mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(refusal('no'))]), 'no'],
  ['beyond ASCII', Buffer.from(refusal('Grüße, 名前')), 'Grüße, 名前'],
])('an answer %s is read', (_what, body, reason) => {
  expect(read(body)).toEqual({ reply: { kind: 'refused', reason, warnings: [] } });
});

test.each([
  ['an octet that is not UTF-8', Buffer.from([...Buffer.from(refusal('no')).subarray(0, -2), 0xff, 0x22, 0x7d])],
  ['half of a surrogate pair', Buffer.concat([Buffer.from('"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"')])],
  ['a text cut short', Buffer.from(refusal('no')).subarray(0, -1)],
  ['two byte order marks', Buffer.concat([Buffer.from('\uFEFF\uFEFF'), Buffer.from(refusal('no'))])],
  ['nothing', Buffer.alloc(0)],
  ['half of a byte order mark', Buffer.from([0xef, 0xbb])],
])('%s is no JSON', (_what, body) => {
  expect(read(body)).toEqual({ fault: 'it is no JSON' });
});

function refusal(error: string): string {
  return JSON.stringify({ request_uuid: uuid, error });
}
