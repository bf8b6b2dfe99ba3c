import { bytes, date, text } from '../../platform/database/columns.js';
import type { Database } from '../../platform/database/database.js';
import { rowReader } from '../../platform/database/row-reader.js';
import { inTurns } from '../../platform/turns.js';
import { parseCertificate } from '../x509/index.js';
import { before, cursorText, cursorTime, cursorValues, sliced } from './tidy-part.js';
import type { TidyPart, TidyPlace } from './tidy-part.js';

const expiredReader = rowReader({ id: text, notAfter: date, revokedAt: date.orNull });
const metadataReader = rowReader({ id: text, notAfter: date });
const contentReader = rowReader({ id: text, notAfter: date, certificate: bytes });

/** In the order of an index of each table: a page reads nothing that has not expired. */
const page = (selection: string, table: string) =>
  `SELECT ${selection} FROM "${table}" c WHERE c."mountId" = ? AND c."notAfter" < ? AND (c."notAfter", c."id") > (?, ?)
    ORDER BY c."notAfter", c."id" LIMIT ?`;
const expiredSql = page(expiredReader.selection('c'), 'Certificate');
const metadataSql = page(metadataReader.selection('c'), 'CertificateMetadata');
const contentSql = `SELECT ${contentReader.selection('c')} FROM "Certificate" c
  WHERE c."mountId" = ? AND (c."notAfter", c."id") > (?, ?) ORDER BY c."notAfter", c."id" LIMIT ?`;

/** Certificates are read whole, and each takes a while to parse. */
const parsedAtOnce = 100;

interface Placed {
  readonly id: string;
  readonly notAfter: Date;
}
const placeOf = ({ notAfter, id }: Placed): string => cursorText(notAfter, id);
const after = (cursor: string | null): readonly [Date, string] => {
  const [time, id = ''] = cursorValues(cursor);
  return [cursorTime(time), id];
};

/** The buffers of certificates: those that were revoked may have one of their own. */
function ends(place: TidyPlace) {
  const { safetyBuffer, revokedSafetyBuffer } = place.parameters;
  const [valid, revoked] = [before(place, safetyBuffer), before(place, revokedSafetyBuffer ?? safetyBuffer)];
  return { valid, revoked, latest: valid > revoked ? valid : revoked };
}

/** Certificates past their buffer. Whoever indexes the names of one is not disturbed: it goes with the next run. */
export const certificateStore = ({ database }: { readonly database: Database }): TidyPart => ({
  name: 'certificate store',
  wanted: ({ tidyCertStore }) => tidyCertStore,
  async page(place, cursor) {
    const mountId = place.authority.mount.id;
    const { valid, revoked, latest } = ends(place);
    const { pageSize } = place.parameters;
    const rows = await database.readSql(expiredSql, [mountId, latest, ...after(cursor), pageSize]);
    return sliced(rows.map(expiredReader.read), placeOf, async (some, tx) => {
      const { count } = await tx.certificate.deleteMany({
        where: {
          id: { in: some.map(({ id }) => id) },
          indexed: true,
          OR: [
            { revokedAt: null, notAfter: { lt: valid } },
            { revokedAt: { not: null }, notAfter: { lt: revoked } },
          ],
        },
      });
      return { certStoreDeleted: count };
    });
  },
});

/** Certificates that nobody can read, whatever happened to them. */
export const unreadableCertificates = ({ database }: { readonly database: Database }): TidyPart => ({
  name: 'certificates that cannot be read',
  wanted: ({ tidyInvalidCerts }) => tidyInvalidCerts,
  async page({ authority, parameters }, cursor) {
    const size = Math.min(parameters.pageSize, parsedAtOnce);
    const rows = await database.readSql(contentSql, [authority.mount.id, ...after(cursor), size]);
    const judged: (Placed & { readonly readable: boolean })[] = [];
    for await (const row of inTurns(rows)) {
      const { certificate, ...placed } = contentReader.read(row);
      judged.push({ ...placed, readable: isReadable(certificate) });
    }
    return sliced(judged, placeOf, async (some, tx) => {
      const ids = some.flatMap(({ id, readable }) => (readable ? [] : [id]));
      if (ids.length === 0) return {};
      const { count } = await tx.certificate.deleteMany({ where: { id: { in: ids }, indexed: true } });
      return { certStoreDeleted: count };
    });
  },
});

function isReadable(certificate: Uint8Array): boolean {
  try {
    parseCertificate(certificate);
    return true;
  } catch {
    return false;
  }
}

export const certificateMetadata = ({ database }: { readonly database: Database }): TidyPart => ({
  name: 'metadata of certificates',
  wanted: ({ tidyCertMetadata }) => tidyCertMetadata,
  async page(place, cursor) {
    const { authority, parameters } = place;
    const end = before(place, parameters.safetyBuffer);
    const rows = await database.readSql(metadataSql, [authority.mount.id, end, ...after(cursor), parameters.pageSize]);
    return sliced(rows.map(metadataReader.read), placeOf, async (some, tx) => {
      const { count } = await tx.certificateMetadata.deleteMany({ where: { id: { in: some.map(({ id }) => id) } } });
      return { certMetadataDeleted: count };
    });
  },
});
