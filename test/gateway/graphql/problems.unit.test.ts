import { GraphQLError } from 'graphql';
import { expect, test } from 'vitest';
import { withoutSuggestions } from '../../../src/gateway/graphql/problems.js';

test.each([
  ['Unknown type "Workspac". Did you mean "Workspace"?', 'Unknown type "Workspac".'],
  ['Did you mean "Workspace"?', ''],
  ['Field "name" of required type "String!" is missing.', 'Field "name" of required type "String!" is missing.'],
  // Quoted from what was sent.
  ['Int cannot represent "Did you mean this?".', 'Int cannot represent "Did you mean this?".'],
])('%s', (message, shown) => {
  const error = new GraphQLError(message, { extensions: { code: 'X' } });
  expect(withoutSuggestions(error)).toMatchObject({ message: shown, extensions: { code: 'X' } });
});

test('takes no longer than it takes to read, whatever was sent', () => {
  const message = `Int cannot represent "${'Did you mean '.repeat(1_000_000)}".`;
  expect(withoutSuggestions(new GraphQLError(message)).message).toBe(message);
});
