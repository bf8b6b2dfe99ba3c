import type { DatabaseClient } from '../platform/database/database.js';
import type { OrganizationRow } from '../platform/database/models.js';
import { problem } from '../platform/problems.js';

/** An organization by its name, before any permission is checked. @throws NOT_FOUND, as `Access` does for one that the caller may not see */
export async function organizationNamed(
  client: Pick<DatabaseClient, 'organization'>,
  name: string,
): Promise<OrganizationRow> {
  const organization = await client.organization.findUnique({ where: { name } });
  if (!organization) throw problem('NOT_FOUND');
  return organization;
}
