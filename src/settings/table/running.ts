import { z } from 'zod';
import { optional, setting } from '../setting.js';
import { whole } from '../values.js';

/** How it runs: whose it is, which rules apply, how much of the machine it takes. */
export const running = {
  rootToken: optional(z.string().regex(/^[\x21-\x7e]{16,256}$/), {
    variable: 'TRUSTATE_ROOT_TOKEN',
    default: 'created on first start and kept in <data folder>/root-token',
    allowed: '16 to 256 visible ASCII characters, without spaces',
    about:
      'Token of the user root, a site administrator and owner of the organization default. A new value revokes the previous token.',
    secret: true,
  }),
  deployment: setting(z.enum(['enterprise', 'hosted']), {
    variable: 'TRUSTATE_DEPLOYMENT',
    default: 'enterprise',
    allowed: 'enterprise or hosted',
    about: 'Which rules apply: enterprise has the backing-data actions, hosted has intermediate snapshots.',
  }),
  processes: optional(whole(1, 64), {
    variable: 'TRUSTATE_PROCESSES',
    default: 'one a core up to 4, and one for each 256 MiB of memory at most; 1 where the system is not Linux',
    allowed: 'a number from 1 to 64',
    about: 'Processes that serve. They share ports, data, work and limits; each further one takes memory.',
  }),
  workers: optional(whole(1, 256), {
    variable: 'TRUSTATE_WORKERS',
    default: 'one less than the cores that the server may use, at least 1',
    allowed: 'a number from 1 to 256',
    about:
      'Threads for heavy work, such as reading state content and generating keys. The processes share them out; each has at least one.',
  }),
  logLevel: setting(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), {
    variable: 'TRUSTATE_LOG_LEVEL',
    default: 'info',
    allowed: 'fatal, error, warn, info, debug, trace or silent',
    about: 'Least severe level that is logged.',
  }),
};
