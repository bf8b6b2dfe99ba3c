import { sealSettings } from './seal-settings.js';
import { entities } from './entities.js';
import { gatewaySettings } from './gateway-settings.js';
import { nodes } from './nodes.js';
import type { OpenStorage } from './open-storage.js';
import type { StartedDomains } from './start-domains.js';
import type { StartedIdentity } from './start-identity.js';
import type { Starting } from './starting.js';
import type { ContextSlices, GatewayContext } from '../gateway/context.js';
import { createGateway } from '../gateway/gateway.js';
import type { Gateway, GatewayDeps } from '../gateway/gateway.js';
import { acmeRoutes } from '../gateway/raw/acme.js';
import { cmpRoutes, mountCmp } from '../gateway/raw/cmp.js';
import { mountContent } from '../gateway/raw/content.js';
import { estRoutes, mountEst } from '../gateway/raw/est.js';
import { pkiRawRoutes } from '../gateway/raw/pki.js';
import { scepRoutes } from '../gateway/raw/scep.js';
import { resolvers } from '../gateway/resolvers.js';
import { hostedStateRoutes, stateRoutes } from '../gateway/rest/terraform/routes.js';
import { pkiRoutes } from '../gateway/rest/vault/routes.js';
import { buildApiSchema } from '../gateway/schema.js';
import type { EventsContext } from '../gateway/subscriptions/last-event.resolver.js';
import { identityEvents, identityScopes } from '../identity/context.js';
import type { IdentityContext } from '../identity/context.js';
import type { NoticeContext } from '../notices/context.js';
import type { PkiContext } from '../pki/context.js';
import { partMetrics } from '../pki/crls/parts/part-metrics.js';
import { tidyMetrics } from '../pki/tidy/tidy-metrics.js';
import { jobMetrics } from '../platform/jobs/job-metrics.js';
import { Metrics } from '../platform/metrics/metrics.js';
import { requireOwnKeyFile } from '../platform/seal/master-key.js';
import { tokenMetrics } from '../platform/pkcs11/token-metrics.js';
import { sweepMetrics } from '../state/backing-data/sweep-metrics.js';
import type { StateContext } from '../state/context.js';
import { storageMetrics } from '../state/quota/storage-metrics.js';

type Context = GatewayContext & EventsContext & IdentityContext & StateContext & PkiContext & NoticeContext;

/** Everything that callers can reach; it does not listen yet. */
export async function openGateway(
  { config, log, place, open }: Starting,
  { database, clock, seal, store, objects, steps }: OpenStorage,
  { identity, failedSignIns }: StartedIdentity,
  { feed, state, pki, pkcs11, told }: StartedDomains,
): Promise<Gateway> {
  const { siblings } = place;
  const { authorities, publicDocuments: documents, ocsp } = pki.services;

  const identityTold = identityEvents(identity, feed);
  const authenticate: GatewayDeps['authenticate'] = (token, origin) =>
    identity.authentication.authenticate(token, origin);
  const metrics = new Metrics({ ofAll: place.metricsOfAll });
  place.measuredBy((database) => metrics.measure(database));
  sweepMetrics(metrics, database);
  const waited = "Seconds that processes have waited for each other to write to SQLite's file.";
  metrics.gauge('trustate_sqlite_lock_wait_seconds', waited, 'process', () => database.waitedToWriteMs / 1000);
  jobMetrics(metrics, { database, clock });
  tokenMetrics(metrics, pkcs11);
  tidyMetrics(metrics, () => pki.storedCounts());
  partMetrics(metrics, (listener) => {
    pki.onPartsLeft(listener);
  });
  storageMetrics(metrics, { clock, storage: state.storage });
  const gateway = open.add(
    await createGateway({
      settings: await gatewaySettings(config),
      log,
      clock,
      metrics,
      authenticate,
      failedSignIns,
      schema: buildApiSchema(resolvers),
      place,
      entities,
      slices: {
        events: () => feed,
        identity: identityScopes(identity, identityTold),
        state: state.scope,
        pki: pki.scope,
        notices: () => told.scope(),
      } satisfies ContextSlices<Context>,
      nodes,
      rest: [config.deployment === 'hosted' ? hostedStateRoutes : stateRoutes],
      httpStates: { contents: state.content, maxContentBytes: config.maxStateSize },
      vault: {
        ...pkiRoutes,
        mounts: pki.services.authorities,
        policies: identity.policies,
        wrapping: identity.wrapping,
        raw: [
          ...pkiRawRoutes({ authorities, documents, ocsp, clock, log }),
          ...acmeRoutes({ acme: pki.services.acme, log }),
          ...estRoutes({ est: pki.services.est, log }),
          ...scepRoutes({ scep: pki.services.scep, log }),
          ...cmpRoutes({ cmp: pki.services.cmp, log }),
        ],
      },
      subscriptions: {
        rightsChanges: {
          epoch: () => identity.epoch.read(),
          listen: (listener) => {
            identity.tokenEnds.listen(listener);
          },
        },
        most: config.subscriptions,
        mostPerCaller: config.subscriptionsPerCaller,
      },
      ready: [
        { name: 'database', check: () => database.ping(), essential: true },
        { name: 'database content', check: () => database.checkContent() },
        { name: 'writes', check: () => steps.check().then(() => database.checkWrites()) },
        { name: 'objects', check: () => store.ping() },
        { name: 'seal key', check: () => requireOwnKeyFile(sealSettings(config), seal.keyId) },
        { name: 'object writes', check: () => objects.checkWrites() },
        ...(config.pkcs11Libraries ? [{ name: 'tokens', check: () => pkcs11.check() }] : []),
        ...(siblings.of > 1 ? [{ name: 'processes', check: () => place.checkSiblings() }] : []),
      ],
    }),
  );
  await mountCmp(gateway.app, {
    cmp: pki.services.cmp,
    defaultMount: () => pki.services.cmpConfiguration.defaultMount(),
    log,
  });
  await mountContent(gateway.app, {
    uploads: state.uploads,
    downloads: state.downloads,
    signIn: gateway.signIn,
    log,
    maxContentBytes: config.maxStateSize,
  });

  await mountEst(gateway.app, { est: pki.services.est, log });
  return gateway;
}
