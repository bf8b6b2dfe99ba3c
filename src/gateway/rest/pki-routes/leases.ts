import { problem } from '../../../platform/problems.js';
import { operation } from '../row.js';
import { write } from '../vault/row.js';
import type { VaultRow } from '../vault/row.js';
import { weak } from '../vault/weak.js';
import { nothing } from './answers.js';

const RevokeLease = operation<object, object>('RevokeLease');

function leaseInput(leaseId: string | null | undefined): object {
  if (!leaseId) throw problem('MISSING_INPUT', 'lease_id must be specified', ['lease_id']);
  return { input: { leaseId } };
}

export const leaseRows: readonly VaultRow[] = [
  write({
    path: 'sys/leases/revoke',
    operation: RevokeLease,
    fields: { lease_id: weak.text, sync: weak.flag },
    variables: ({ fields }) => leaseInput(fields.leaseId),
    answer: nothing,
  }),
  // The command lines write the lease into the path.
  write({
    path: 'sys/leases/revoke/*lease_id',
    operation: RevokeLease,
    fields: { sync: weak.flag },
    variables: ({ params }) => leaseInput(params['lease_id']),
    answer: nothing,
  }),
];
