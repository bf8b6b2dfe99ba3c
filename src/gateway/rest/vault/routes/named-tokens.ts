import { problem } from '../../../../platform/problems.js';
import { found, made } from '../../found.js';
import { list, read, write } from '../route.js';
import type { VaultRequest, VaultRoute } from '../route.js';
import { weak } from '../weak.js';
import type { WeakTable } from '../weak.js';
import { keysAnswer, nothing } from './answers.js';
import { authOf, tokenDocument } from './token.document.js';
import { sent } from './tokens.js';
import {
  ListTokenAccessors,
  LookUpServiceToken,
  RenewServiceToken,
  RevokeServiceToken,
  RevokeTokenAlone,
} from '../generated/operations.js';
import type { LookUpServiceTokenQuery } from '../generated/operations.js';

const byText = { token: weak.text } as const satisfies WeakTable;
const byAccessor = { accessor: weak.text } as const satisfies WeakTable;
const increment = { increment: weak.signedDuration } as const satisfies WeakTable;

interface WithToken {
  readonly token?: string;
}
interface WithAccessor {
  readonly accessor?: string;
}

const missing = (message: string, field: string) => problem('MISSING_INPUT', message, [field]);

/** @throws MISSING_INPUT */
export function tokenIn({ fields }: { readonly fields: WithToken }, absent = 'missing token ID'): { token: string } {
  if (!fields.token) throw missing(absent, 'token');
  return { token: fields.token };
}

/** @throws MISSING_INPUT */
export function accessorIn({ fields }: { readonly fields: WithAccessor }): { accessor: string } {
  if (!fields.accessor) throw missing('missing accessor', 'accessor');
  return { accessor: fields.accessor };
}

const seconds = (asked: number | undefined) => ({ increment: Math.max(0, asked ?? 0) });

/** Without a token, that of the request. */
function meant({ fields: { token = '' }, headers }: Pick<VaultRequest<WithToken>, 'fields' | 'headers'>): string {
  return token === '' ? sent({ headers }) : token;
}

const lookUp = {
  path: 'auth/token/lookup',
  operation: LookUpServiceToken,
  fields: byText,
  variables: (request: VaultRequest<WithToken>) => ({ token: { token: meant(request) } }),
  answer: ({ serviceToken }: LookUpServiceTokenQuery, request: VaultRequest<WithToken>) => ({
    data: tokenDocument(found(serviceToken), meant(request)),
  }),
} as const;

/** Tokens that a request names. */
export const namedTokenRoutes: readonly VaultRoute[] = [
  read(lookUp),
  write(lookUp),
  write({
    path: 'auth/token/lookup-accessor',
    operation: LookUpServiceToken,
    fields: byAccessor,
    variables: (request) => ({ token: accessorIn(request) }),
    answer: ({ serviceToken }) => ({ data: tokenDocument(found(serviceToken), '') }),
  }),
  list({
    path: 'auth/token/accessors',
    operation: ListTokenAccessors,
    values: 'accessors',
    variables: () => ({}),
    answer: ({ accessors }) => keysAnswer(accessors),
  }),
  write({
    path: 'auth/token/renew',
    operation: RenewServiceToken,
    fields: { ...byText, ...increment },
    variables: (request) => ({ input: { token: tokenIn(request), ...seconds(request.fields.increment) } }),
    answer: ({ payload }, request) => ({
      auth: authOf(made(payload.serviceToken), request.fields.token ?? ''),
      warnings: payload.warnings,
    }),
  }),
  write({
    path: 'auth/token/renew-accessor',
    operation: RenewServiceToken,
    fields: { ...byAccessor, ...increment },
    variables: (request) => ({ input: { token: accessorIn(request), ...seconds(request.fields.increment) } }),
    answer: ({ payload }) => ({ auth: authOf(made(payload.serviceToken), ''), warnings: payload.warnings }),
  }),
  write({
    path: 'auth/token/revoke',
    operation: RevokeServiceToken,
    fields: byText,
    variables: (request) => ({ input: { token: tokenIn(request) } }),
    answer: nothing,
  }),
  write({
    path: 'auth/token/revoke-accessor',
    operation: RevokeServiceToken,
    fields: byAccessor,
    variables: (request) => ({ input: { token: accessorIn(request) } }),
    answer: ({ payload: { deletedId } }) =>
      deletedId === null ? { warnings: ['No token found with this accessor'] } : null,
  }),
  write({
    path: 'auth/token/revoke-orphan',
    operation: RevokeTokenAlone,
    fields: byText,
    variables: (request) => ({ input: tokenIn(request) }),
    answer: nothing,
  }),
];
