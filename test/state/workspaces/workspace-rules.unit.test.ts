import { describe, expect, test } from 'vitest';
import { deletionRefusal } from '../../../src/state/workspaces/deletion-rules.js';
import { nameFault } from '../../../src/state/workspaces/workspace-name.js';

const characters = 'Name is invalid: it may only include letters, numbers, dashes and underscores';

test.each([
  ['network-prod_1', null],
  ['A', null],
  ['x'.repeat(90), null],
  ['x'.repeat(91), 'Name is too long (maximum is 90 characters)'],
  ['', "Name can't be blank"],
  ['two words', characters],
  ['dots.are.not', characters],
  ['ünïcode', characters],
  ['slash/es', characters],
  ['/before', characters],
  ['after/', characters],
  ['line\n', characters],
])('the name %j: %s', (name, fault) => {
  expect(nameFault(name)).toBe(fault);
});

/** Terraform Enterprise API, Workspaces: "Safe delete a workspace". The first that applies decides. */
describe('safe delete', () => {
  const safe = { locked: false, processing: false, unreadable: false, resourceCount: 0n };
  test.each([
    [safe, null],
    [{ ...safe, locked: true, resourceCount: 3n }, 'WORKSPACE_LOCKED'],
    [{ ...safe, locked: true, processing: true }, 'WORKSPACE_LOCKED'],
    [{ ...safe, processing: true }, 'WORKSPACE_PROCESSING'],
    [{ ...safe, processing: true, unreadable: true }, 'WORKSPACE_PROCESSING'],
    [{ ...safe, unreadable: true }, 'WORKSPACE_MANAGES_RESOURCES'],
    [{ ...safe, resourceCount: 1n }, 'WORKSPACE_MANAGES_RESOURCES'],
  ])('%o → %s', (state, refused) => {
    expect(deletionRefusal(state)).toBe(refused);
  });
});
