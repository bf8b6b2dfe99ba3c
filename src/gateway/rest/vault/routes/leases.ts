import { problem } from '../../../../platform/problems.js';
import { found } from '../../found.js';
import { list, plain, write } from '../route.js';
import type { VaultRoute } from '../route.js';
import { weak } from '../weak.js';
import { secondsOf } from '../../seconds.js';
import { keysAnswer, nothing } from './answers.js';
import { LeaseToRenew, ListLeases, LookUpLease, RevokeLease, RevokeLeases } from '../generated/operations.js';

const required = (leaseId: string | null | undefined): { readonly leaseId: string } => {
  if (!leaseId) throw problem('MISSING_INPUT', 'lease_id must be specified', ['lease_id']);
  return { leaseId };
};

/** Certificates end when they say: no lease of one can be renewed. @throws INVALID_INPUT */
function notRenewable(): never {
  throw problem('INVALID_INPUT', 'lease is not renewable', ['lease_id']);
}

/**
 * What cannot be ended is tried again, so no lease is ever irrevocable. OpenBao knows no other type. @throws NOT_FOUND
 */
function irrevocable(query: (name: string) => string | undefined, none: Readonly<Record<string, unknown>>) {
  if (query('type')?.toLowerCase() !== 'irrevocable') throw problem('NOT_FOUND');
  return { data: none };
}

export const leaseRoutes: readonly VaultRoute[] = [
  write({
    path: 'sys/leases/lookup',
    operation: LookUpLease,
    fields: { lease_id: weak.text },
    variables: ({ fields }) => required(fields.leaseId),
    answer: (data) => {
      const { leaseId, issuedAt, expiresAt, ttl } = found(data.lease);
      return {
        data: {
          id: leaseId,
          issue_time: issuedAt,
          expire_time: expiresAt,
          last_renewal: null,
          path: leaseId.slice(0, leaseId.lastIndexOf('/')),
          renewable: false,
          ttl: secondsOf(ttl),
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
  plain('read', 'sys/leases', ({ query }) => irrevocable(query, { lease_count: 0, leases: [] })),
  plain('read', 'sys/leases/count', ({ query }) => irrevocable(query, { lease_count: 0, counts: {} })),
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
