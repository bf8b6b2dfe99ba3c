import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readStateHeader, StateHeaderReader } from '../../../src/state/content/header.js';
import { bytes, cut, places, reused, whole } from './bytes.js';

describe('the header of a state', () => {
  test.each([
    ['the character NUL', 'a\\u0000b'],
    ['a name of a megabyte', 'x'.repeat(2 ** 20)],
  ])('outputs are counted, whatever their names: %s', async (_what, name) => {
    const text = `{"version":4,"outputs":{"${name}":{"value":1},"b":{}},"serial":3}`;
    for (const size of [1_000, text.length]) {
      const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
        Buffer.from(text.slice(at * size, (at + 1) * size)),
      );
      expect(await readStateHeader(chunks)).toMatchObject({ isState: true, header: { serial: 3n } });
    }
  });

  test.each([
    ['{"version":4,"serial":3,"lineage":"l","terraform_version":"1.11.4"}', 4, 3n, 'l', '1.11.4'],
    ['{"resources":[{"serial":9,"version":1}],"lineage":"l","serial":3,"version":4}', 4, 3n, 'l', null],
    ['{"version":4}', 4, 0n, null, null],
    ['{"version":3,"serial":null,"lineage":null,"terraform_version":null}', 3, 0n, null, null],
    ['{"version":4,"serial":9223372036854775807}', 4, 9223372036854775807n, null, null],
    ['{"version":4,"serial":1,"serial":2,"version":3}', 3, 2n, null, null],
    ['{"\\u0076ersion":1,"ser\\u0069al":5,"lineage":"a\\n\\u00e9","Serial":7}', 1, 5n, 'a\né', null],
    ['{"version":4,"lineage":""}', 4, 0n, null, null],
  ])('%s', async (text, version, serial, lineage, engineVersion) => {
    expect(await readStateHeader(whole(text))).toEqual({
      isState: true,
      header: { version, serial, lineage, engineVersion },
      unread: [],
    });
  });

  test.each([
    ['{"version":5,"serial":3,"lineage":"l"}', 5, ['UNSUPPORTED_VERSION']],
    ['{"version":0}', 0, ['UNSUPPORTED_VERSION']],
    ['{"version":999999999}', 999_999_999, ['UNSUPPORTED_VERSION']],
    ['{"serial":3,"encryption_version":"v0","encrypted_data":"YQ=="}', null, ['ENCRYPTED']],
    ['{"version":4,"encryption_version":"v0","encrypted_data":"YQ=="}', null, ['ENCRYPTED']],
    [`{"encrypted_data":"${'a'.repeat(5_000)}","encryption_version":"v0"}`, null, ['ENCRYPTED']],
    ['{"version":4,"terraform_version":1}', 4, ['BAD_ENGINE_VERSION']],
  ])('%s says which state it is, and that nobody here reads on', async (text, version, codes) => {
    const result = await readStateHeader(whole(text));
    expect(result).toMatchObject({ isState: true, header: { version, engineVersion: null } });
    expect(result.isState ? result.unread.map(({ code }) => code) : []).toEqual(codes);
  });

  test.each([
    ['', ['NOT_JSON']],
    ['version: 4', ['NOT_JSON']],
    ['{"version":4', ['NOT_JSON']],
    ['[]', ['NOT_AN_OBJECT']],
    ['"state"', ['NOT_AN_OBJECT']],
    ['{}', ['NO_VERSION']],
    ['{"version":null}', ['NO_VERSION']],
    ['{"serial":3}', ['NO_VERSION']],
    ['{"serial":3,"lineage":"l"}', ['NO_VERSION']],
    ['{"serial":3,"version":null}', ['NO_VERSION']],
    ['{"version":"4"}', ['BAD_VERSION']],
    ['{"version":4.0}', ['BAD_VERSION']],
    ['{"version":-4}', ['BAD_VERSION']],
    ['{"version":99999999999}', ['BAD_VERSION']],
    ['{"version":[4]}', ['BAD_VERSION']],
    ['{"serial":3,"encryption_version":"v0"}', ['NO_VERSION']],
    ['{"serial":3,"encryption_version":"","encrypted_data":"YQ=="}', ['NO_VERSION']],
    ['{"serial":3,"encryption_version":"v0","encrypted_data":""}', ['NO_VERSION']],
    ['{"serial":3,"encryption_version":"v0","encrypted_data":7}', ['NO_VERSION']],
    ['{"serial":-1,"encryption_version":"v0","encrypted_data":"YQ=="}', ['BAD_SERIAL', 'ENCRYPTED']],
    ['{"version":4,"serial":-1}', ['BAD_SERIAL']],
    ['{"version":4,"serial":1.0}', ['BAD_SERIAL']],
    ['{"version":4,"serial":1e3}', ['BAD_SERIAL']],
    ['{"version":4,"serial":"1"}', ['BAD_SERIAL']],
    ['{"version":4,"serial":9223372036854775808}', ['BAD_SERIAL']],
    ['{"version":4,"serial":{}}', ['BAD_SERIAL']],
    [`{"version":4,"serial":${'9'.repeat(5_000)}}`, ['BAD_SERIAL']],
    ['{"version":4,"lineage":7}', ['BAD_LINEAGE']],
    ['{"version":4,"lineage":"a\\u0000b"}', ['BAD_LINEAGE']],
    ['{"version":4,"li\\u0000ne":"a"}', ['MALFORMED']],
    [
      '{"serial":true,"lineage":[],"terraform_version":1}',
      ['NO_VERSION', 'BAD_SERIAL', 'BAD_LINEAGE', 'BAD_ENGINE_VERSION'],
    ],
  ])('%s is no state: %j', async (text, codes) => {
    const result = await readStateHeader(whole(text));
    expect(result.isState ? [] : result.problems.map((problem) => problem.code)).toEqual(codes);
  });

  test('is the same however the content is cut', async () => {
    const text =
      '{"serial": 41 ,"resources":[{"a":"\\"serial\\":1"}],"lineage":"ü-1","version":4,"terraform_version":"1.9.0"}';
    const expected = await readStateHeader(whole(text));
    expect(expected.isState).toBe(true);
    await fc.assert(
      fc.asyncProperty(places, async (at) => {
        expect(await readStateHeader(reused(cut(bytes(text), at)))).toEqual(expected);
      }),
    );
  });

  test('tells early that content is no state', () => {
    const reader = new StateHeaderReader();
    reader.write(bytes('<html>'));
    expect(reader.problems).toMatchObject([{ code: 'NOT_JSON', offset: 0 }]);
    reader.write(bytes('{"version":4}'));
    expect(reader.end()).toMatchObject({ isState: false });
  });
});
