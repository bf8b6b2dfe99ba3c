import { describe, expect, test } from 'vitest';
import { readJsonStateOutputs } from '../../../src/state/inventory/outputs.js';
import { whole } from '../content/bytes.js';
import { state } from '../states/index.js';

describe('json-state-outputs', () => {
  test('values.outputs of terraform show -json', async () => {
    const shown = JSON.parse(state('genuine-show.json').toString('utf8')) as { values: { outputs: unknown } };
    const result = await readJsonStateOutputs(whole(JSON.stringify(shown.values.outputs)));
    expect(result.readable && result.outputs.find((output) => output.name === 'sec')).toEqual({
      name: 'sec',
      sensitive: true,
      type: 'string',
      detailedType: '"string"',
      value: '"hunter2"',
      omitted: false,
    });
  });

  test.each([
    // type                                   value            simple word  exact type
    ['"string"', '"x"', 'string', '"string"'],
    ['"bool"', 'true', 'boolean', '"bool"'],
    ['["set", "number"]', '[1]', 'array', '["set","number"]'],
    ['["object", {"a": "string"}]', '{"a":"b"}', 'object', '["object",{"a":"string"}]'],
    ['"dynamic"', 'null', 'null', '"dynamic"'],
    ['"dynamic"', '[1]', 'array', '"dynamic"'],
    ['null', 'null', 'null', '"dynamic"'],
    [
      'null',
      '{"__proto__":[1,"a",null,true]}',
      'object',
      '["object",{"__proto__":["tuple",["number","string","dynamic","bool"]]}]',
    ],
    ['"constructor"', '1.50', 'number', '"constructor"'],
  ])('type %s of %s', async (declared, value, type, detailedType) => {
    const result = await readJsonStateOutputs(whole(`{"o":{"sensitive":false,"type":${declared},"value":${value}}}`));
    expect(result).toEqual({
      readable: true,
      outputs: [{ name: 'o', sensitive: false, type, detailedType, value, omitted: false }],
    });
  });

  test.each([
    ['{}', []],
    ['[]', ['NOT_AN_OBJECT']],
    ['{"o":1}', ['MALFORMED']],
    ['{"o":"x"}', ['MALFORMED']],
    ['{"o":', ['NOT_JSON']],
  ])('%s: %j', async (text, codes) => {
    const result = await readJsonStateOutputs(whole(text));
    expect(result.readable ? [] : result.problems.map((problem) => problem.code)).toEqual(codes);
  });
});
