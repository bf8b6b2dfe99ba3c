/**
 * In every test file. A module that several files of one worker import is run for the first of them only: hooks that it sets up itself would be of that file alone,
 * while what is listed in `setupFiles` is run for each.
 */
import { afterEach } from 'vitest';
import { undoAll } from './afterwards.js';

afterEach(undoAll);
