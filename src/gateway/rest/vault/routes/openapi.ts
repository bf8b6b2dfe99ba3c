import { mostMounts, openApiOf } from '../openapi.js';
import type { DescribedPaths } from '../openapi.js';
import { read } from '../route.js';
import type { VaultRoute } from '../route.js';
import { weak } from '../weak.js';
import { ListDescribedMounts } from '../generated/operations.js';
import { vaultVersion } from './system.js';

/** The OpenAPI document of all other routes, for generators of clients: each mount that the caller sees, or any mount. */
export function openApiRoute(routes: DescribedPaths): VaultRoute {
  const documentOf = openApiOf(routes);
  return read({
    path: 'sys/internal/specs/openapi',
    operation: ListDescribedMounts,
    fields: { generic_mount_paths: weak.flag },
    variables: () => ({ atMost: mostMounts }),
    answer: ({ mounts: { nodes, pageInfo } }, { fields, baseUrl }) => {
      const isGeneric = fields.genericMountPaths === true || pageInfo.hasNextPage;
      const mounts = isGeneric ? null : nodes.map(({ path }) => path);
      return { bare: documentOf({ mounts, baseUrl, version: vaultVersion }) };
    },
  });
}
