import { expect, test } from 'vitest';
import { servingOptions } from '../../../src/operator/processes/serving-process.js';

const half = '--max-semi-space-size=8';

test.each<readonly [readonly string[], string | undefined, readonly string[]]>([
  [[], undefined, [half]],
  [['--title=trustate'], '', ['--title=trustate', half]],
  [[], '--max-old-space-size=900', [half]],
  [['--max-semi-space-size=32'], undefined, ['--max-semi-space-size=32']],
  [['--max_semi_space_size=32'], undefined, ['--max_semi_space_size=32']],
  [[], '--enable-source-maps --max-semi-space-size=4', []],
])('of processes below one with %j and NODE_OPTIONS %j: %j', (own, nodeOptions, expected) => {
  expect(servingOptions(own, nodeOptions)).toEqual(expected);
});
