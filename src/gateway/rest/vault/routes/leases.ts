import { problem } from '../../../../platform/problems.js';
import { found } from '../../found.js';
import { list, plain, read, write } from '../route.js';
import type { VaultRoute } from '../route.js';
import { weak } from '../weak.js';
import { secondsOf } from '../../seconds.js';
import { keysAnswer, nothing } from './answers.js';
import {
  CountIrrevocableLeases,
  LeaseToRenew,
  ListIrrevocableLeases,
  ListLeases,
  LookUpLease,
  RevokeLease,
  RevokeLeases,
} from '../generated/operations.js';

const required = (leaseId: string | null | undefined): { readonly leaseId: string } => {
  if (!leaseId) throw problem('MISSING_INPUT', 'lease_id must be specified', ['lease_id']);
  return { leaseId };
};

const irrevocable = 'lease is expired and has failed previous revocation attempts';

/** Certificates end when they say: no lease of one can be renewed. @throws INVALID_INPUT */
function notRenewable({ lease }: { readonly lease: { readonly revokeError: string | null } | null }): never {
  const why = found(lease).revokeError === null ? 'lease is not renewable' : irrevocable;
  throw problem('INVALID_INPUT', why, ['lease_id']);
}

type Query = (name: string) => string | undefined;

/** OpenBao knows no other type. @throws NOT_FOUND */
function requireIrrevocable(query: Query): void {
  if (query('type')?.toLowerCase() !== 'irrevocable') throw problem('NOT_FOUND');
}

/** How many irrevocable leases are shown at most. */
const mostShown = 10_000;

/** How many are asked for. @throws INVALID_INPUT for what is no number */
function limitOf(query: Query): number {
  const limit = query('limit') ?? '';
  if (limit === '' || limit.toLowerCase() === 'none') return mostShown;
  if (!/^[+-]?\d+$/.test(limit)) throw problem('INVALID_INPUT', `invalid 'limit' provided: ${limit}`, ['limit']);
  if (Number(limit) < 1) throw problem('INVALID_INPUT', "limit must be 'none' or a positive integer", ['limit']);
  return Math.min(Number(limit), mostShown);
}

export const leaseRoutes: readonly VaultRoute[] = [
  write({
    path: 'sys/leases/lookup',
    operation: LookUpLease,
    fields: { lease_id: weak.text },
    variables: ({ fields }) => required(fields.leaseId),
    answer: (data) => {
      const { leaseId, issuedAt, expiresAt, ttl, revokeError } = found(data.lease);
      return {
        data: {
          id: leaseId,
          issue_time: issuedAt,
          expire_time: expiresAt,
          last_renewal: null,
          path: leaseId.slice(0, leaseId.lastIndexOf('/')),
          renewable: false,
          ttl: secondsOf(ttl),
          ...(revokeError !== null && { revoke_error: revokeError }),
        },
      };
    },
  }),
  write({
    path: 'sys/leases/revoke',
    operation: RevokeLease,
    fields: { lease_id: weak.text, sync: weak.flag },
    variables: ({ fields }) => ({ input: required(fields.leaseId) }),
    answer: nothing,
  }),
  // The command lines write the lease into the path.
  write({
    path: 'sys/leases/revoke/*lease_id',
    operation: RevokeLease,
    asksElsewhere: true,
    fields: { sync: weak.flag },
    parameterNames: { lease_id: 'lease_id' },
    variables: ({ params }) => ({ input: required(params.lease_id) }),
    answer: nothing,
  }),
  write({
    path: 'sys/leases/renew',
    operation: LeaseToRenew,
    fields: { lease_id: weak.text, increment: weak.signedDuration },
    variables: ({ fields }) => required(fields.leaseId),
    answer: notRenewable,
  }),
  write({
    path: 'sys/leases/renew/*lease_id',
    operation: LeaseToRenew,
    asksElsewhere: true,
    fields: { increment: weak.signedDuration },
    parameterNames: { lease_id: 'lease_id' },
    variables: ({ params }) => required(params.lease_id),
    answer: notRenewable,
  }),
  list({
    path: 'sys/leases/lookup',
    operation: ListLeases,
    values: 'keys',
    variables: () => ({ below: '' }),
    answer: ({ keys }) => keysAnswer(keys),
  }),
  list({
    path: 'sys/leases/lookup/*prefix',
    operation: ListLeases,
    values: 'keys',
    variables: ({ params }) => ({ below: params.prefix }),
    answer: ({ keys }) => keysAnswer(keys),
  }),
  read({
    path: 'sys/leases',
    operation: ListIrrevocableLeases,
    // One more than are shown tells whether there are more.
    variables: ({ query }) => ({ atMost: Math.min(limitOf(query) + 1, mostShown) }),
    answer: ({ irrevocableLeases: all }, { query }) => {
      requireIrrevocable(query);
      const shown = all.slice(0, limitOf(query));
      const leases = shown.map(({ leaseId, revokeError, mountAccessor }) => ({
        lease_id: leaseId,
        mount_id: mountAccessor,
        error: revokeError,
      }));
      const more = all.length > shown.length || all.length === mostShown;
      const data = { lease_count: leases.length, leases };
      return more ? { data, warnings: ['There may be more irrevocable leases.'] } : { data };
    },
  }),
  read({
    path: 'sys/leases/count',
    operation: CountIrrevocableLeases,
    variables: () => ({}),
    answer: ({ irrevocableLeaseCounts: counts }, { query }) => {
      requireIrrevocable(query);
      return {
        data: {
          lease_count: counts.reduce((sum, { leaseCount }) => sum + Number(leaseCount), 0),
          counts: Object.fromEntries(
            counts.map(({ mountAccessor, leaseCount }) => [mountAccessor, Number(leaseCount)]),
          ),
        },
      };
    },
  }),
  plain('update', 'sys/leases/tidy', () => ({
    status: 202,
    warnings: ['Nothing was started: leases that are over are removed once a minute.'],
  })),
  ...(['prefix', 'force'] as const).map((kind) =>
    write({
      path: `sys/leases/revoke-${kind}/*prefix`,
      operation: RevokeLeases,
      fields: { sync: weak.flag },
      parameterNames: { prefix: 'prefix' },
      variables: ({ params, fields }) => ({
        input: { prefix: params.prefix, force: kind === 'force', sync: fields.sync ?? null },
      }),
      // As in OpenBao, who did not ask to wait is not told that it goes on.
      answer: ({ payload: { warnings } }, { fields }) =>
        fields.sync === true && warnings.length > 0 ? { warnings } : null,
    }),
  ),
];
