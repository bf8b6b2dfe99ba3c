import { GraphQLError } from 'graphql';
import { describe, expect, test } from 'vitest';
import { problemsOf, withoutSuggestions } from '../../../src/gateway/graphql/problems.js';
import { missingRow } from '../../../src/platform/database/direct/failures.js';
import { createLog } from '../../../src/platform/log/log.js';

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

describe('what a request needs was deleted by another while it ran', () => {
  test.each([
    ['a batch of writes on SQLite', { code: 'SQLITE_CONSTRAINT_FOREIGNKEY' }],
    ['a batch of writes on PostgreSQL', { code: '23503' }],
    ['an update without a row', missingRow('Mount')],
  ])('%s: a conflict, and a warning in the log', (_what, given) => {
    const cause = given instanceof Error ? given : Object.assign(new Error('refused'), given);
    const lines: unknown[] = [];
    const to = { write: (line: string) => void lines.push(JSON.parse(line)) };
    const log = createLog({ level: 'warn', readable: false, to });
    const error = new GraphQLError('resolver', { originalError: cause });
    expect(problemsOf(error, log, 'r-1')).toMatchObject([{ code: 'CONFLICT' }]);
    expect(lines).toMatchObject([{ level: 40, requestId: 'r-1' }]);
  });
});
