import type { GatewayContext } from '../gateway/context.js';
import { identityEntities } from '../identity/entities.js';
import type { EntityKeys } from '../platform/graphql/entity.js';
import { pkiEntities } from '../pki/entities.js';
import type { PkiContext } from '../pki/context.js';
import { stateEntities } from '../state/entities.js';
import type { StateContext } from '../state/context.js';

/** Everything that other subgraphs may refer to by something else than an id. */
export const entities: EntityKeys<GatewayContext & StateContext & PkiContext> = {
  ...identityEntities,
  ...stateEntities,
  ...pkiEntities,
};
