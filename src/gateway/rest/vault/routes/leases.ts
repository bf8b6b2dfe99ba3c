import { problem } from '../../../../platform/problems.js';
import { found } from '../../found.js';
import { write } from '../route.js';
import type { VaultRoute } from '../route.js';
import { weak } from '../weak.js';
import { secondsOf } from './seconds.js';
import { nothing } from './answers.js';
import { LookUpLease, RevokeLease } from '../generated/operations.js';

const required = (leaseId: string | null | undefined): { readonly leaseId: string } => {
  if (!leaseId) throw problem('MISSING_INPUT', 'lease_id must be specified', ['lease_id']);
  return { leaseId };
};

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
];
