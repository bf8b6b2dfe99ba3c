import { z } from 'zod';
import { addresses } from './table/addresses.js';
import { calling } from './table/calling.js';
import { contents } from './table/contents.js';
import { keeping } from './table/keeping.js';
import { lasting } from './table/lasting.js';
import { limits } from './table/limits.js';
import { running } from './table/running.js';
import { watching } from './table/watching.js';

/** Every setting: its shape, its default, and its description for the operator, in the order in which they are documented. */
export const schema = z.object({
  ...addresses,
  ...keeping,
  ...running,
  ...contents,
  ...limits,
  ...watching,
  ...lasting,
  ...calling,
});
