import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UnreadableContent } from '../../../src/state/content/problem.js';
import { rewriteSerial } from '../../../src/state/content/serial.js';
import { bytes, cut, joined, places, reused, whole } from './bytes.js';

const rewritten = async (text: string, serial: bigint): Promise<string> =>
  (await joined(rewriteSerial(whole(text), serial))).toString('utf8');

describe('rewriting the serial', () => {
  test.each([
    ['{"version":4,"serial":3,"lineage":"l"}', '{"version":4,"serial":77,"lineage":"l"}'],
    ['{ "serial" : 3 }\n', '{ "serial" : 77 }\n'],
    ['{"a":{"serial":1},"serial":12345,"b":[{"serial":2}]}', '{"a":{"serial":1},"serial":77,"b":[{"serial":2}]}'],
    ['{"serial":1,"x":0,"serial":2}', '{"serial":77,"x":0,"serial":77}'],
    ['{"\\u0073erial":1}', '{"\\u0073erial":77}'],
    ['{"serial":"x\\"}","a":1}', '{"serial":77,"a":1}'],
    ['{"serial":{"serial":[1]},"a":1}', '{"serial":77,"a":1}'],
    ['{"serial":null}', '{"serial":77}'],
    ['{"version":4}', '{"version":4,"serial":77}'],
    ['{"version":4\n}\n', '{"version":4\n,"serial":77}\n'],
    ['{}', '{"serial":77}'],
    [' { } ', ' { "serial":77} '],
    ['{"a":"\\"serial\\":1","serial\\n":2,"Serial":3}', '{"a":"\\"serial\\":1","serial\\n":2,"Serial":3,"serial":77}'],
  ])('%s', async (text, expected) => {
    expect(await rewritten(text, 77n)).toBe(expected);
  });

  test('a reader sees the new serial and everything else as it was, wherever the content is cut', async () => {
    const member = fc.tuple(fc.oneof(fc.constant('serial'), fc.string({ unit: 'grapheme' })), fc.json({ maxDepth: 2 }));
    await fc.assert(
      fc.asyncProperty(
        fc.array(member),
        fc.constantFrom('', ' ', '\n  '),
        fc.bigInt(0n, 2n ** 53n),
        places,
        async (members, space, serial, at) => {
          const text = `{${members.map(([name, value]) => `${space}${JSON.stringify(name)}:${space}${value}`).join(',')}${space}}`;
          const result = await joined(rewriteSerial(reused(cut(bytes(text), at)), serial));
          expect(JSON.parse(result.toString('utf8'))).toStrictEqual({
            ...(JSON.parse(text) as object),
            serial: Number(serial),
          });
          expect(result.toString('utf8')).toBe(await rewritten(text, serial));
        },
      ),
      { numRuns: 500 },
    );
  });

  test.each(['[]', '{', 'null', '', '{"serial":1}x'])('refuses %j', async (text) => {
    await expect(rewritten(text, 1n)).rejects.toThrow(UnreadableContent);
  });

  test.each([-1n, 2n ** 63n])('refuses the serial %s', async (serial) => {
    await expect(rewritten('{}', serial)).rejects.toThrow('not a whole number');
  });
});
