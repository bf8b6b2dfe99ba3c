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

type Version = NonNullable<ListWorkspaceResourcesQuery['workspace']>['currentStateVersion'];

/** One row for each resource, read from the current state version: of single instances, and of when each was changed, the states are the only record. */
function resourceOf(
  { id, address, name, module, type, provider }: Page['items'][number],
  version: Version | undefined,
): Resource {
  const at = version?.createdAt ?? null;
  return {
    id,
    type: 'resources',
    attributes: {
      address,
      name,
      module,
      provider: providerName(provider),
      'provider-type': type,
      'created-at': at,
      'updated-at': at,
      'modified-by-state-version-id': version?.id ?? null,
      'name-index': null,
    },
  };
}

export const resourceRoutes: readonly Route[] = [
  get(
    '/workspaces/:workspace_id/resources',
    ListWorkspaceResources,
    ({ params, page }) => ({ id: params.workspace_id, ...page }),
    ({ workspace, workspaceResourcePage: { items, pagination } }, request) => {
      const version = workspace?.currentStateVersion;
      return pageDocument(
        items.map((item) => resourceOf(item, version)),
        pagination,
        request,
      );
    },
  ),
];
