import { parseSerialNumber } from '../../../../pki/x509/serial-number.js';
import { found } from '../../found.js';
import { list, read } from '../route.js';
import type { VaultRoute } from '../route.js';
import { keysAnswer } from './answers.js';
import { pagingOf } from '../list-paging.js';
import {
  ListCertificateMetadata,
  ListCertificates,
  ListDetailedCertificates,
  ReadCertificate,
  ReadCertificateMetadata,
} from '../generated/operations.js';
import { isRecord } from '../../../../platform/is-record.js';

/** Each is read whole and parsed: more are asked for by `after` and `limit`. */
const mostDetailed = 1000;
const moreDetailed = `the first ${mostDetailed} certificates are listed; ask for the next with after and limit`;

function detailsOf(documents: readonly unknown[]) {
  const info: Record<string, Readonly<Record<string, unknown>>> = {};
  for (const document of documents) {
    const { serial_number: serial, ...details } = isRecord(document) ? document : {};
    if (typeof serial === 'string') info[serial] = details;
  }
  return info;
}

export const certificateRoutes: readonly VaultRoute[] = [
  // Revoked ones, stored or not, are in the routes of revocation.
  list({
    path: 'certs',
    operation: ListCertificates,
    values: 'certificateSerialNumbers',
    variables: ({ mount }) => ({ mount }),
    answer: ({ certificateSerialNumbers }) => keysAnswer(certificateSerialNumbers),
  }),
  list({
    path: 'certs/detailed',
    asksElsewhere: true,
    operation: ListDetailedCertificates,
    variables: ({ mount, query }) => {
      const { after, limit } = pagingOf({ after: query('after'), limit: query('limit') });
      return { mount, from: after, most: Math.min(limit ?? mostDetailed, mostDetailed) };
    },
    answer: ({ certificateDetails }, { query }) => {
      const documents: readonly unknown[] = Array.isArray(certificateDetails) ? certificateDetails : [];
      const info = detailsOf(documents);
      const { limit } = pagingOf({ limit: query('limit') });
      const isCut = documents.length === mostDetailed && limit !== mostDetailed;
      const answer = keysAnswer(Object.keys(info), info);
      return isCut ? { ...answer, warnings: [moreDetailed] } : answer;
    },
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
  list({
    path: 'cert-metadata',
    operation: ListCertificateMetadata,
    values: 'certificateMetadataSerialNumbers',
    variables: ({ mount }) => ({ mount }),
    answer: ({ certificateMetadataSerialNumbers }) => keysAnswer(certificateMetadataSerialNumbers),
  }),
  read({
    path: 'cert-metadata/:serial',
    operation: ReadCertificateMetadata,
    variables: ({ mount, params }) => ({ mount, serialNumber: found(parseSerialNumber(params.serial) ?? null) }),
    answer: ({ certificateMetadata }) => {
      const { serialNumber, roleName, notAfter, metadata, issuer } = found(certificateMetadata);
      return {
        data: {
          cert_metadata: metadata,
          // A text in both dialects: only certificates say it as a number.
          expiration: notAfter,
          issuer_id: issuer?.uuid ?? '',
          role: roleName,
          serial_number: serialNumber,
        },
      };
    },
  }),
];
