import { pino } from 'pino';
import { nodes } from '../../../src/composition/nodes.js';
import { resolvers } from '../../../src/gateway/resolvers.js';
import { stateRoutes } from '../../../src/gateway/rest/terraform/routes.js';
import { buildApiSchema } from '../../../src/gateway/schema.js';
import { createGateway } from '../../../src/gateway/gateway.js';
import { identityEvents, identityScopes } from '../../../src/identity/context.js';
import { Metrics } from '../../../src/platform/metrics/metrics.js';
import type { StateServiceWorld } from '../../state/service.js';

/** A gateway with GraphQL and the REST of state over that service, on a free port. */
export async function openStateGateway(world: StateServiceWorld) {
  const gateway = await createGateway({
    settings: {
      maxBodySize: 1_000_000,
      requestTimeout: 60_000,
      operationTimeout: 60_000,
      introspection: 'nobody',
      costBudget: null,
    },
    log: pino({ level: 'silent' }),
    clock: world.clock,
    metrics: new Metrics({ process: false }),
    authenticate: (token, origin) => world.authentication.authenticate(token, origin),
    schema: buildApiSchema(resolvers),
    slices: {
      identity: identityScopes(world, identityEvents(world, world.feed)),
      state: world.service.scope,
    },
    nodes,
    rest: [stateRoutes],
    ready: [],
  });
  world.countRequests(gateway.app);
  const { http } = await gateway.listen({ host: '127.0.0.1', httpPort: 0, https: null });
  return { gateway, base: `http://127.0.0.1:${http?.port ?? 0}` };
}
