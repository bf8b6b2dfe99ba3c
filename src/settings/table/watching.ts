import { z } from 'zod';
import { optional, setting } from '../setting.js';
import { absolutePath, budget, slowOperation } from '../values.js';

/** Metrics, and what /graphql shows and answers. */
export const watching = {
  metrics: setting(z.enum(['administrators', 'open', 'off']), {
    variable: 'TRUSTATE_METRICS',
    default: 'administrators',
    allowed: 'administrators, open or off',
    about: 'Who may read /metrics: holders of the metrics token and site administrators, everybody, or nobody.',
  }),
  metricsToken: optional(z.string().regex(/^[\x21-\x7e]{16,256}$/), {
    variable: 'TRUSTATE_METRICS_TOKEN',
    default: 'only site administrators read /metrics',
    allowed: '16 to 256 visible ASCII characters, without spaces',
    about: 'Token that opens /metrics and nothing else, for Prometheus.',
    secret: true,
  }),
  slowOperation: setting(slowOperation, {
    variable: 'TRUSTATE_SLOW_OPERATION',
    default: '1s',
    allowed: 'a number with ms, s or m, from 1ms to 60m, or off',
    about: 'An operation that takes this long is logged as slow, with its name and hash, never its variables.',
  }),
  costBudget: setting(budget, {
    variable: 'TRUSTATE_COST_BUDGET',
    default: '2000000',
    allowed: 'a number from 10000 to 999999999, or off',
    about: 'Objects that one caller may request through /graphql per minute. extensions.cost says what is left.',
  }),
  introspection: setting(z.enum(['authenticated', 'nobody']), {
    variable: 'TRUSTATE_INTROSPECTION',
    default: 'authenticated',
    allowed: 'authenticated or nobody',
    about: 'Who may read the GraphQL schema itself: callers with a valid token, or nobody.',
  }),
  federation: setting(z.enum(['on', 'off']), {
    variable: 'TRUSTATE_FEDERATION',
    default: 'off',
    allowed: 'on or off',
    about: 'Whether /graphql is a subgraph for routers of Apollo Federation, with _service and _entities.',
  }),
  trustedDocuments: optional(absolutePath, {
    variable: 'TRUSTATE_TRUSTED_DOCUMENTS',
    default: 'any document may be sent',
    allowed: 'a manifest as codegen writes it: {"<sha-256>": "<document>"}',
    about: 'File with the only GraphQL documents that may run.',
  }),
};
