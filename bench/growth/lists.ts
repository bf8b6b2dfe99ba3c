import type { Askings } from './asking.js';
import { authorityLists } from './authority-lists.js';
import { mainLists } from './main-lists.js';
import { peopleLists } from './people-lists.js';

/** Every list, search and count of both APIs that can grow, and what is done all the time beside them. */
export const lists: Askings = { ...mainLists, ...peopleLists, ...authorityLists };
