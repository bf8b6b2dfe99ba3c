import { z } from 'zod';
import { setting } from '../setting.js';
import { GiB, size } from '../values.js';

/** How much state content it takes, and where that goes. */
export const contents = {
  smallContent: setting(z.union([z.literal('off').transform(() => 0), size(1, 2 ** 20)]), {
    variable: 'TRUSTATE_SMALL_CONTENT',
    default: '64KiB',
    allowed: 'bytes, or a number with KiB or MiB, up to 1MiB, or off',
    about:
      'State content that takes at most so many bytes, compressed and sealed, is kept in the database; larger content in the object store.',
  }),
  crlParts: setting(z.enum(['on', 'off']), {
    variable: 'TRUSTATE_CRL_PARTS',
    default: 'on',
    allowed: 'on or off',
    about:
      'Whether large CRLs are stored in parts, so that a new one writes only what is new of it. `off` keeps each in one row, for as long as servers of 0.1.0 use the same database, which serve no others.',
  }),
  maxStateSize: setting(size(1, 64 * GiB), {
    variable: 'TRUSTATE_MAX_STATE_SIZE',
    default: '1GiB',
    allowed: 'bytes, or a number with KiB, MiB or GiB, up to 64GiB',
    about: 'Largest content of one state version.',
  }),
  storageQuota: setting(z.union([z.literal('off').transform(() => null), size(0, 2 ** 50)]), {
    variable: 'TRUSTATE_STORAGE_QUOTA',
    default: 'off',
    allowed: 'bytes, or a number with KiB, MiB or GiB, up to 1048576GiB, or off',
    about: 'Largest number of bytes of state content that one organization may store, unless it has its own quota.',
  }),
  defaultPlan: setting(z.enum(['free', 'standard', 'enterprise']), {
    variable: 'TRUSTATE_DEFAULT_PLAN',
    default: 'enterprise',
    allowed: 'free, standard or enterprise',
    about:
      'Plan of new organizations: free keeps the 100 newest states and those of 6 months, free and standard show how many resources are billable.',
  }),
};
