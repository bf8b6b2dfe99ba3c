import { readFileSync } from 'node:fs';
import { parse, visit } from 'graphql';
import type { StringValueNode } from 'graphql';
import { describe, expect, test } from 'vitest';
import { problemCodes, rowOf } from '../../../src/platform/problem-catalogue/catalogue.js';
import { spelledForGraphql } from '../../../src/pki/policy/parameters/index.js';
import { rules } from '../../../src/pki/policy/rules.js';

test.each([
  ['key_usage: unknown key usage "x"', 'x', 'keyUsage: unknown key usage "x"'],
  ['key_usage: unknown key usage "key"', 'key', 'keyUsage: unknown key usage "key"'],
  ['"ttl" value must be less than "max_ttl" value', '1s', '"ttl" value must be less than "maxTtl" value'],
  ['common name alt_names not allowed by this role', 'alt_names', 'common name alt_names not allowed by this role'],
  ['user_id user_ids is not allowed', 'user_ids', 'userId user_ids is not allowed'],
  ['unsupported signature_bits: 7', '7', 'unsupported signatureBits: 7'],
  ['nothing to spell', '', 'nothing to spell'],
])('%j about %j is %j', (message, value, spelled) => {
  expect(spelledForGraphql(message, value)).toBe(spelled);
});

describe("the names of Vault's API are in no text of GraphQL:", () => {
  const isSpelled = (text: string | null | undefined) => spelledForGraphql(text ?? '', '') === (text ?? '');

  test('rules', () => {
    expect(Object.values(rules).filter((text) => !isSpelled(text))).toEqual([]);
  });
  test('problems', () => {
    expect(problemCodes.filter((code) => !isSpelled(rowOf(code).text))).toEqual([]);
  });
  test('descriptions of the schema', () => {
    const texts: string[] = [];
    const source = readFileSync(new URL('../../../graphql/schema.graphql', import.meta.url), 'utf8');
    const note = ({ description }: { readonly description?: StringValueNode }) => {
      if (description) texts.push(description.value);
    };
    visit(parse(source), { enter: (node) => ('description' in node ? note(node) : undefined) });
    expect(texts.length).toBeGreaterThan(1_000);
    expect(texts.filter((text) => !isSpelled(text))).toEqual([]);
  });
});
