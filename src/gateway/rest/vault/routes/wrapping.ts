import { problem } from '../../../../platform/problems.js';
import { isRecord } from '../../../../platform/is-record.js';
import { found, made } from '../../found.js';
import { read, write } from '../route.js';
import type { VaultRequest, VaultRoute } from '../route.js';
import { weak } from '../weak.js';
import { wrapTtlOf } from '../wrap.js';
import { secondsOf } from '../../seconds.js';
import { sent } from './tokens.js';
import { LookUpWrappedAnswer, RewrapAnswer, UnwrapAnswer, WrapData } from '../generated/operations.js';
import type { LookUpWrappedAnswerQuery, WrapInfoFieldsFragment } from '../generated/operations.js';

interface WithToken {
  readonly token?: string;
}

/** The wrapping token: of the body, or that of the request. @throws INVALID_INPUT */
function wrappingToken({ fields, headers }: Pick<VaultRequest<WithToken>, 'fields' | 'headers'>): string {
  if (fields.token === '') throw problem('INVALID_INPUT', 'empty token in request body', ['token']);
  return fields.token ?? sent({ headers });
}

const shown = (info: WrapInfoFieldsFragment) => ({ wrapInfo: { ...info, ttl: secondsOf(info.ttl) } });

/** A caller who unwraps by the token of the request has no other token, and needs none. */
const byToken = { fields: { token: weak.text }, ownToken: true } as const;

const lookUp = {
  path: 'sys/wrapping/lookup',
  operation: LookUpWrappedAnswer,
  fields: byToken.fields,
  anonymous: true,
  variables: (request: VaultRequest<WithToken>) => ({ token: wrappingToken(request) }),
  answer: ({ wrappedAnswer }: LookUpWrappedAnswerQuery) => {
    const { path, createdAt, ttl } = found(wrappedAnswer);
    return { data: { creation_path: path, creation_time: createdAt, creation_ttl: secondsOf(ttl) } };
  },
} as const;

export const wrappingRoutes: readonly VaultRoute[] = [
  write({
    path: 'sys/wrapping/wrap',
    operation: WrapData,
    anyFields: true,
    variables: ({ headers, body }) => {
      const ttl = wrapTtlOf(headers);
      if (ttl === 0) throw problem('INVALID_INPUT', 'endpoint requires response wrapping to be used');
      return { input: { data: body, ttl } };
    },
    answer: ({ payload }) => shown(made(payload.wrapInfo)),
  }),
  read(lookUp),
  write(lookUp),
  write({
    ...byToken,
    path: 'sys/wrapping/unwrap',
    operation: UnwrapAnswer,
    variables: (request) => {
      if (wrapTtlOf(request.headers) > 0)
        throw problem('INVALID_INPUT', 'an answer is wrapped again by sys/wrapping/rewrap');
      return { input: { token: wrappingToken(request) } };
    },
    answer: ({ payload: { answer } }) => ({ bare: isRecord(answer) ? answer : {} }),
  }),
  write({
    ...byToken,
    path: 'sys/wrapping/rewrap',
    operation: RewrapAnswer,
    variables: (request) => ({ input: { token: wrappingToken(request) } }),
    answer: ({ payload }) => shown(made(payload.wrapInfo)),
  }),
];
