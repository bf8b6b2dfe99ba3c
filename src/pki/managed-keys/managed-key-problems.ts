import { problem } from '../../platform/problems.js';

export const managedKeyNotFound = (name: string) => problem('NOT_FOUND', `there is no managed key ${name}`);
