import type { Askings } from './asking.js';
import { authorityLists } from './authority-lists.js';
import { mainLists } from './main-lists.js';
import { peopleLists } from './people-lists.js';

/** Every list, search and count of both APIs that can grow, and what is done all the time beside them. */
const all: Askings = { ...mainLists, ...peopleLists, ...authorityLists };

const ofLedger =
  /^(?:state versions|current|certificates (?:of|by)|certificates(?! with|.*role)|revocations|audit|issue|a certificate|LIST pki\/certs)/;
/** Of what there is where these kinds alone are filled in. */
const asked = {
  all: /^/,
  main: new RegExp(`${ofLedger.source}|^(?:workspaces(?!.*(?:tag|of a project|status of their run))|resources)`),
  ledger: ofLedger,
} as const;

export const listsOf = (kinds: keyof typeof asked): Askings =>
  Object.fromEntries(Object.entries(all).filter(([name]) => asked[kinds].test(name)));
