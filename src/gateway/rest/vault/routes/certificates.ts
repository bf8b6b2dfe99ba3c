import { problem } from '../../../../platform/problems.js';
import { list, read } from '../row.js';
import type { VaultRow } from '../row.js';
import { keysAnswer } from './answers.js';
import { operation } from '../../operation.js';

interface StoredCertificate {
  readonly certificate: {
    readonly certificate: string;
    /** ISO 8601. */
    readonly revokedAt: string | null;
    readonly issuer: { readonly uuid: string } | null;
  } | null;
}

const ReadCertificate = operation<StoredCertificate, object>('ReadCertificate');
const ListCertificates = operation<{ readonly certificateSerialNumbers: readonly string[] }, object>(
  'ListCertificates',
);

export const certificateRows: readonly VaultRow[] = [
  // Those that are revoked, stored or not, are listed beside revocation.
  list({
    path: 'certs',
    operation: ListCertificates,
    values: 'certificateSerialNumbers',
    variables: ({ mount }) => ({ mount }),
    answer: ({ certificateSerialNumbers }) => keysAnswer(certificateSerialNumbers),
  }),
  read({
    path: 'cert/:serial',
    operation: ReadCertificate,
    anonymous: true,
    variables: ({ mount, params }) => ({ mount, serialNumber: params['serial'] }),
    answer: ({ certificate: found }) => {
      if (!found) throw problem('NOT_FOUND');
      const { certificate, revokedAt, issuer } = found;
      return {
        data: {
          certificate,
          revocation_time: revokedAt === null ? 0 : Math.floor(Date.parse(revokedAt) / 1000),
          revocation_time_rfc3339: revokedAt ?? '',
          issuer_id: issuer?.uuid ?? '',
        },
      };
    },
  }),
];
