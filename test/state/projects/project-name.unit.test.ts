import { expect, test } from 'vitest';
import { projectNameFault } from '../../../src/state/projects/project-name.js';

const blank = "Name can't be blank";
const spaces = 'Name must not start or end with a space';
const characters = 'Name may only contain letters, numbers, inner spaces, dashes and underscores';

test.each([
  ['net', null],
  ['Default Project', null],
  ['größe_1-2', null],
  ['n'.repeat(40), null],
  ['n'.repeat(41), 'Name is too long (maximum is 40 characters)'],
  ['ab', 'Name is too short (minimum is 3 characters)'],
  ['', blank],
  ['   ', blank],
  [' led', spaces],
  ['led ', spaces],
  ['a/b', characters],
  ['/ab', characters],
  ['ab/', characters],
  ['a\tb', characters],
])('the name %j: %s', (name, fault) => {
  expect(projectNameFault(name)).toBe(fault);
});
