import { parseSerialNumber } from '../../../../pki/x509/serial-number.js';
import { found } from '../../found.js';
import { list, read } from '../route.js';
import type { VaultRoute } from '../route.js';
import { keysAnswer } from './answers.js';
import { ListCertificates, ReadCertificate } from '../generated/operations.js';

export const certificateRoutes: readonly VaultRoute[] = [
  // Revoked ones, stored or not, are in the routes of revocation.
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
    variables: ({ mount, params }) => ({ mount, serialNumber: found(parseSerialNumber(params.serial) ?? null) }),
    answer: (data) => {
      const { certificate, revokedAt, issuer } = found(data.certificate);
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
