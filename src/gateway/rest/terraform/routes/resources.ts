import { pageDocument } from '../json-api.js';
import type { Resource } from '../json-api.js';
import { get } from '../route.js';
import type { Route } from '../route.js';
import { ListWorkspaceResources } from '../generated/operations.js';
import type { ListWorkspaceResourcesQuery } from '../generated/operations.js';

type Page = ListWorkspaceResourcesQuery['workspaceResourcePage'];

/** `provider["registry.terraform.io/hashicorp/aws"].west` → `hashicorp/aws` */
function providerName(address: string): string {
  return /^(?:.*\.)?provider\["(?:[^"]*\/)?([^"/]+\/[^"/]+)"\]/.exec(address)?.[1] ?? address;
}

/** One row for each resource: of single instances, and of when each was changed, the state is the only record. */
function resourceOf({ id, address, name, module, type, provider }: Page['items'][number]): Resource {
  return {
    id,
    type: 'resources',
    attributes: {
      ...{ address, name, module, provider: providerName(provider), 'provider-type': type },
      ...{ 'created-at': null, 'updated-at': null, 'modified-by-state-version-id': null, 'name-index': null },
    },
  };
}

export const resourceRoutes: readonly Route[] = [
  get(
    '/workspaces/:workspace_id/resources',
    ListWorkspaceResources,
    ({ params, page }) => ({ id: params.workspace_id, ...page }),
    ({ workspaceResourcePage: { items, pagination } }, request) =>
      pageDocument(items.map(resourceOf), pagination, request),
  ),
];
