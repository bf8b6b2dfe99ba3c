import DataLoader from 'dataloader';
import type { DatabaseClient } from '../platform/database/database.js';

/** A name that is unique in its organization. */
export interface InOrganization {
  readonly organizationName: string;
  readonly name: string;
}

interface Wanted<Filter> {
  readonly OR: { readonly organizationId: string; readonly name: { in: string[] }; readonly AND: Filter }[];
}

/**
 * Objects by such names that one caller may see: one statement for the organizations, one for the objects. Rows that the caller may not see are not read, so that
 * an answer takes the same time whether they exist.
 */
export function namedIn<Row extends { readonly organizationId: string; readonly name: string }, Filter>(
  client: DatabaseClient,
  visible: (organizationId: string) => Promise<Filter>,
  read: (where: Wanted<Filter>) => Promise<readonly Row[]>,
): DataLoader<InOrganization, Row | null, string> {
  const placeOf = ({ organizationName, name }: InOrganization) => JSON.stringify([organizationName, name]);
  return new DataLoader(
    async (asked) => {
      const where = { name: { in: [...new Set(asked.map(({ organizationName }) => organizationName))] } };
      const organizations = await client.organization.findMany({ where, select: { id: true, name: true } });
      const namesIn = (organizationName: string) =>
        asked.flatMap((one) => (one.organizationName === organizationName ? [one.name] : []));
      const nameOf = new Map(organizations.map(({ id, name }) => [id, name]));
      const OR: Wanted<Filter>['OR'] = [];
      for (const { id, name } of organizations) {
        OR.push({ organizationId: id, name: { in: namesIn(name) }, AND: await visible(id) });
      }
      const found = new Map<string, Row>();
      for (const row of OR.length > 0 ? await read({ OR }) : []) {
        const organizationName = nameOf.get(row.organizationId) ?? '';
        found.set(placeOf({ organizationName, name: row.name }), row);
      }
      return asked.map((one) => found.get(placeOf(one)) ?? null);
    },
    { cacheKeyFn: placeOf },
  );
}
