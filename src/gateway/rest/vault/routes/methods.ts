import { problem } from '../../../../platform/problems.js';
import { plain } from '../route.js';
import type { VaultRoute } from '../route.js';
import { weak } from '../weak.js';

/** Seconds that every token may live, and lives by default, as src/identity/tokens/token-lifetime.ts has it. */
const systemTtl = 768 * 3_600;

/** The one way to sign in: it is always there, and always the same. */
const tokens = {
  type: 'token',
  description: 'token based credentials',
  accessor: 'auth_token_trustate',
  config: { default_lease_ttl: 0, max_lease_ttl: 0, force_no_cache: false, token_type: 'default-service' },
  local: false,
  seal_wrap: false,
  external_entropy_access: false,
  options: null,
  plugin_version: '',
  running_plugin_version: '',
  running_sha256: '',
  uuid: '',
};

const tuned = {
  description: tokens.description,
  default_lease_ttl: systemTtl,
  max_lease_ttl: systemTtl,
  force_no_cache: false,
  token_type: tokens.config.token_type,
};

const refuse = (message: string, field: string): never => {
  throw problem('INVALID_INPUT', message, [field]);
};

const onTop = { dataOnTop: true };

/** Ways to sign in, and audit devices: what a client may read of them, and why it may not change them. */
export const methodRoutes: readonly VaultRoute[] = [
  plain('read', 'sys/auth', () => ({ data: { 'token/': tokens } }), onTop),
  plain('read', 'sys/auth/token', () => ({ data: tokens }), onTop),
  plain('read', 'sys/auth/*path', ({ params }) =>
    refuse(`No auth engine at ${'path' in params ? String(params.path) : ''}/`, 'path'),
  ),
  plain('read', 'sys/auth/token/tune', () => ({ data: tuned }), onTop),
  plain('update', 'sys/auth/token/tune', () => refuse('the lifetimes of tokens cannot be tuned', 'path')),
  {
    ...plain('update', 'sys/auth/*path', ({ fields }) => {
      const type = 'type' in fields ? String(fields.type) : '';
      if (type === '') return refuse('backend type must be specified as a string', 'type');
      if (type === 'token') return refuse('token credential backend cannot be instantiated', 'type');
      return refuse(`plugin not found in the catalog: ${type}`, 'type');
    }),
    fields: { type: weak.text, description: weak.text, config: weak.any, local: weak.flag, seal_wrap: weak.flag },
  },
  plain('delete', 'sys/auth/token', () => refuse('token credential backend cannot be disabled', 'path')),
  // There is no other: what is to be gone is gone.
  plain('delete', 'sys/auth/*path', () => null),
  plain('read', 'sys/audit', () => ({ data: {} })),
  {
    ...plain('update', 'sys/audit/*path', () =>
      refuse('cannot enable audit device via API; the settings of the server say where records go', 'path'),
    ),
    fields: { type: weak.text, description: weak.text, options: weak.map, local: weak.flag },
  },
  plain('delete', 'sys/audit/*path', () => null),
];
