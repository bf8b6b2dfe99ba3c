import { found } from '../../found.js';
import { listOf, oneOf, readFields, record, required, whole } from '../../fields.js';
import type { FieldValues } from '../../fields.js';
import { secondsOf } from '../../seconds.js';
import { problem } from '../../../../platform/problems.js';
import { ReadTokenLives, SetTokenLives } from '../generated/operations.js';
import type { TokenLifeFieldsFragment } from '../generated/operations.js';
import { get, patch } from '../route.js';
import type { Route } from '../route.js';

/** Kind of token, as these documents alone write it → the setting of the organization. */
const settings = {
  organization: 'organizationTokenMaxTtl',
  team: 'teamTokenMaxTtl',
  user: 'userTokenMaxTtl',
  audit_trails: 'auditTrailTokenMaxTtl',
} as const;
type Setting = (typeof settings)[keyof typeof settings];

const list = 'data.attributes.token-ttl-policies';
const fields = { policies: required(listOf(record), list) };
const policyFields = {
  kind: required(oneOf('organization', 'team', 'user', 'audit_trails'), 'token-type'),
  milliseconds: required(whole, 'max-ttl-ms'),
};

/** @throws MISSING_INPUT, INVALID_INPUT */
function given({ policies }: FieldValues<typeof fields>): Partial<Record<Setting, number>> {
  const lives: Partial<Record<Setting, number>> = {};
  for (const [index, policy] of policies.entries()) {
    const at = [...list.split('.'), String(index)];
    const { kind, milliseconds } = readFields(policyFields, policy, at);
    const inMilliseconds = [...at, 'max-ttl-ms'];
    if (milliseconds <= 0 || milliseconds % 1_000 !== 0) {
      throw problem('INVALID_INPUT', `${inMilliseconds.join('.')} must be whole seconds, above zero`, inMilliseconds);
    }
    lives[settings[kind]] = milliseconds / 1_000;
  }
  return lives;
}

const document = (organization: TokenLifeFieldsFragment | null) => {
  const { id, createdAt, updatedAt, ...lives } = found(organization);
  const data = Object.entries(settings).map(([kind, setting]) => ({
    id: `${id}-${kind}`,
    type: 'organization-token-ttl-policies',
    attributes: {
      'token-type': kind,
      'max-ttl-ms': secondsOf(lives[setting]) * 1_000,
      'created-at': createdAt,
      'updated-at': updatedAt,
    },
  }));
  return { data };
};

const pointer = `/${list.replaceAll('.', '/')}`;
const pointers = Object.fromEntries(Object.values(settings).map((setting) => [setting, pointer]));

/** How long the tokens of an organization live at most; `max-ttl-enabled` of the organization says whether that counts. */
export const tokenLifeRoutes: readonly Route[] = [
  get(
    '/organizations/:organization/token-ttl-policies',
    ReadTokenLives,
    ({ params }) => ({ name: params.organization }),
    ({ organization }) => document(organization),
  ),
  patch(
    '/organizations/:organization/token-ttl-policies',
    SetTokenLives,
    (request) => ({
      input: { organization: { name: request.params.organization }, ...given(request.fields(fields)) },
    }),
    ({ payload }) => document(payload.organization),
    { pointers },
  ),
];
