import { addressText, certifiable, listen } from './composition/listening.js';
import { gatewaySettings } from './composition/gateway-settings.js';
import { CertificateKeeper } from './composition/server-certificate.js';
import { ensureRootToken } from './composition/root-token.js';
import { Opened } from './composition/opened.js';
import { sealSettings } from './composition/seal-settings.js';
import { tokenSettings } from './composition/token-settings.js';
import { agreeOnStore } from './composition/server-nodes.js';
import { agreedClock } from './composition/agreed-time.js';
import { olderDatabase, refuseLostDatabase, storeOwner } from './composition/store-owner.js';
import type { Config } from './settings/config.js';
import type { ContextSlices, GatewayContext } from './gateway/context.js';
import { FailedSignIns } from './gateway/admission/failed-sign-ins.js';
import { acmeRoutes } from './gateway/raw/acme.js';
import { estRoutes, mountEst } from './gateway/raw/est.js';
import { scepRoutes } from './gateway/raw/scep.js';
import { cmpRoutes, mountCmp } from './gateway/raw/cmp.js';
import { mountContent } from './gateway/raw/content.js';
import { pkiRawRoutes } from './gateway/raw/pki.js';
import { resolvers } from './gateway/resolvers.js';
import { pkiRoutes } from './gateway/rest/vault/routes.js';
import { hostedStateRoutes, stateRoutes } from './gateway/rest/terraform/routes.js';
import { buildApiSchema } from './gateway/schema.js';
import { createGateway } from './gateway/gateway.js';
import type { GatewayDeps } from './gateway/gateway.js';
import type { EventsContext } from './gateway/subscriptions/last-event.resolver.js';
import { AuditKeeping } from './identity/audit/keeping.js';
import { createIdentity } from './identity/module.js';
import { EndedTokens } from './identity/tokens/ended-tokens.js';
import { doubtfulPolicies, doubtfulPolicy } from './identity/policies/policy.store.js';
import { identityEvents, identityScope } from './identity/context.js';
import type { IdentityContext } from './identity/context.js';
import { entities } from './composition/entities.js';
import { nodes } from './composition/nodes.js';
import { databaseFile, objectFolder } from './operator/files.js';
import type { RunningApp } from './operator/serve.js';
import { systemClock } from './platform/clock.js';
import { openDataFolder } from './platform/data-folder.js';
import { openDatabase, providerOf } from './platform/database/database.js';
import type { Database, DatabaseOptions } from './platform/database/database.js';
import { DiskReserve } from './platform/database/sqlite/reserve.js';
import { Events } from './platform/events/events.js';
import { tidyMetrics } from './pki/tidy/tidy-metrics.js';
import { jobMetrics } from './platform/jobs/job-metrics.js';
import { JobStore } from './platform/jobs/job.store.js';
import type { Log } from './platform/log/log.js';
import { Metrics } from './platform/metrics/metrics.js';
import { onlyProcess } from './platform/processes/serving-place.js';
import type { ServingPlace } from './platform/processes/serving-place.js';
import { RecordedLifetime } from './platform/installation/lived-time.js';
import { openObjectStore } from './platform/objects/open-object-store.js';
import { SealedObjects } from './platform/objects/sealed-objects.js';
import { SmallObjects } from './platform/objects/small-objects.js';
import { createNotices, noticeLimits } from './notices/module.js';
import type { NoticeContext } from './notices/context.js';
import { watchingLater } from './notices/notice-work.js';
import type { NoticeWork } from './notices/notice-work.js';
import { windowsOfWebhooks } from './notices/notice-windows.js';
import { WebhookStore } from './notices/webhook.store.js';
import { watchJobKind } from './notices/webhooks.js';
import { outageOf } from './platform/outage.js';
import { tighten } from './platform/private-files.js';
import { OutboundGate } from './platform/outbound/outbound-gate.js';
import { tokenMetrics } from './platform/pkcs11/token-metrics.js';
import { Tokens } from './platform/pkcs11/tokens.js';
import { ReachableAddresses } from './platform/outbound/reachable-addresses.js';
import { openSeal } from './platform/seal/master-key.js';
import { SealRecord } from './platform/seal/seal-record.js';
import { keepsFromWriting, StartingWork } from './platform/starting-work.js';
import { openTracing } from './platform/tracing/open-tracing.js';
import { statementSpans } from './platform/tracing/statement-spans.js';
import { followWork } from './platform/work/work.js';
import type { PkiContext } from './pki/context.js';
import { ClientCertificates } from './pki/client-certificates/client-certificates.js';
import { ServerCertificates } from './pki/server-certificate/server-certificates.js';
import { createPkiService } from './pki/module.js';
import type { StateContext } from './state/context.js';
import { storageMetrics } from './state/quota/storage-metrics.js';
import { sweepMetrics } from './state/backing-data/sweep-metrics.js';
import { createStateService } from './state/module.js';
import { organizationContents } from './state/workspaces/organization-contents.js';

type Context = GatewayContext & EventsContext & IdentityContext & StateContext & PkiContext & NoticeContext;

/**
 * Starts the application from its settings.
 * @throws OperatorError for problems that the operator can solve; nothing stays open then
 */
export async function startApp(
  config: Config,
  { log, place = onlyProcess }: { log: Log; place?: ServingPlace },
): Promise<RunningApp> {
  const { siblings, first } = place;
  const open = new Opened();
  let starting: StartingWork | undefined;
  try {
    const tracing = await openTracing(process.env, log);
    if (tracing) open.add(tracing);
    // Statements of SQLite run in this process, one at a time: there is nothing to cancel, and following calls costs time in every request.
    if (tracing || providerOf(config.databaseUrl) === 'postgresql') followWork();
    // Several processes have one that has locked it for all.
    const folder = siblings.of > 1 ? { path: config.dataDir } : open.add(openDataFolder(config.dataDir));
    const places = { dataFolder: folder.path, database: databaseFile(config), objects: objectFolder(config) };
    if (first) for (const line of tighten(places)) log.warn(line);
    const store = open.add(await openObjectStore(config.objectStore));
    await refuseLostDatabase(config, store);
    const reserve = places.database === null ? null : new DiskReserve(`${places.database}-reserve`);
    const database = await openWithRoom(reserve, {
      url: config.databaseUrl,
      silenceMs: config.databaseTimeout,
      siblings,
      onMigrated: (names) => {
        log.info({ migrations: names }, 'database migrated');
      },
    });
    // Closed after the database, which frees space then.
    if (reserve) open.add(reserve);
    open.add(database);
    const steps = new StartingWork({ log, waits: keepsFromWriting(database.provider) });
    starting = steps;
    const later = (step: () => Promise<unknown>) => steps.take(step);
    if (tracing) database.onStatement(statementSpans(database.provider));
    const clock = database.provider === 'postgresql' ? open.add(await agreedClock(database, log)) : systemClock;
    if (database.provider === 'sqlite') {
      const jobs = new JobStore({ database, clock });
      for (const ended of first ? [null] : place.predecessors) await later(() => jobs.release(ended));
    }
    const sealed = new SealRecord({ database, clock });
    const seal = await openSeal(sealSettings(config), { sealedUnder: await sealed.needed(), make: true });
    await sealed.begin(seal, later);
    const owner = storeOwner(config, database, store);
    await owner.claim();
    // Before a turn is taken, and before any work begins.
    open.add(await agreeOnStore(config, { database, store, owner, log, first }));
    // In the meantime another server may have shown that this store is a copy.
    const relation = await owner.claim();
    if (first) {
      if (relation === 'ours') await later(() => owner.turn());
      else log.warn(olderDatabase);
    }
    const contents = new SmallObjects({ database, store, clock, mostBytes: config.smallContent });
    const objects = new SealedObjects({ store: contents, seal });
    const failed = (error: unknown) => {
      log.error({ err: error }, 'work in the background failed');
    };
    const announcement = open.add(sealed.announcement(seal, failed, first));
    await later(() => announcement.start());
    const failedSignIns = new FailedSignIns({ perMinute: config.failedSignIns, siblings });
    const identity = createIdentity({
      database,
      clock,
      seal,
      failed,
      plan: config.defaultPlan,
      certificates: new ClientCertificates({ database, clock }),
      signInLimit: failedSignIns,
      deferred: (record, kept, reason) => {
        const message = 'a record of the audit cannot be written now';
        log.error(
          { audit: record, writtenLater: kept, reason: reason instanceof Error ? reason.message : null },
          message,
        );
      },
    });
    const { access, audit } = identity;
    if (first) for (const policy of await doubtfulPolicies(database.client)) log.warn({ policy }, doubtfulPolicy);
    const keeping = open.add(
      new AuditKeeping({
        database,
        audit,
        clock,
        log,
        failed,
        keys: seal,
        keepMs: config.auditRetention,
        exportTo: config.auditExport ?? null,
      }),
    );
    await later(() => keeping.start());
    const ended = open.add(new EndedTokens({ database, clock, log }));
    await later(() => ended.start());
    const rootToken = first
      ? await ensureRootToken(
          { database, clock, audit, plan: config.defaultPlan },
          folder.path,
          config.rootToken,
          later,
        )
      : { made: null, file: null };
    if (first) await later(() => identity.renewReadyPolicies());
    open.add({ close: () => identity.audit.flush() });
    open.add({ close: () => identity.refusedSignIns.flush() });
    open.add({ close: () => identity.lastUsed.stop() });
    identity.lastUsed.start();

    const lived = open.add(new RecordedLifetime({ database, failed }));
    await later(() => lived.start());
    const watched: { by?: NoticeWork } = {};
    const events = open.add(
      new Events({
        database,
        clock,
        log,
        siblings,
        keepMs: config.eventRetention,
        keepCount: config.eventsKept,
        kinds: { [watchJobKind]: watchingLater(() => watched.by, clock) },
      }),
    );
    await later(() => events.start());
    const { feed } = events;
    const state = open.add(
      createStateService({
        database,
        access,
        audit,
        feed,
        clock,
        seal,
        objects,
        log,
        authentication: identity.authentication,
        deployment: config.deployment,
        maxContentBytes: config.maxStateSize,
        quotaBytes: config.storageQuota === null ? null : BigInt(config.storageQuota),
        urlLifetimeMs: config.urlLifetime,
        threads: config.workers,
        softDeleteDays: config.softDeleteDays,
        sweeping: { lived, owner, trashDays: config.trashDays },
      }),
    );
    identity.organizations.removeContentsBy(organizationContents(database));
    await later(() => state.start());
    const addresses = new ReachableAddresses({ allow: config.outboundAllow ?? [], deny: config.outboundDeny ?? [] });
    const outbound = open.add(new OutboundGate({ addresses }));
    const pkcs11 = open.add(new Tokens(tokenSettings(config)));
    const webhooks = new WebhookStore({ database, seal });
    const pki = open.add(
      createPkiService({
        database,
        audit,
        feed,
        clock,
        seal,
        log,
        outbound,
        pkcs11,
        policies: identity.policies,
        expiryDays: config.expiryWarnings,
        askedWindows: () => windowsOfWebhooks(webhooks),
        tokenEnds: identity.tokenEnds,
        signIns: identity.signIns,
        attempts: identity.attempts,
        acmeSettings: { ports: { http: config.acmeHttpPort, tls: config.acmeTlsPort } },
      }),
    );
    await later(() => pki.start());
    // Turns of their own: receivers that are slow keep no certificate waiting.
    const gate = open.add(new OutboundGate({ addresses, limits: noticeLimits }));
    const told = open.add(
      createNotices({
        database,
        access,
        audit,
        seal,
        clock,
        log,
        events,
        pki,
        gate,
        policies: identity.policies,
        keepMs: config.webhookRetention,
      }),
    );
    watched.by = told.work;
    await later(() => told.start());
    open.add(steps);
    // The writes of the start come before the reserve for the next one.
    await later(() => Promise.resolve(reserve?.keep()));

    const { authorities, publicDocuments: documents, ocsp } = pki.services;

    const identityTold = identityEvents(identity, feed);
    const authenticate: GatewayDeps['authenticate'] = (token, origin) =>
      identity.authentication.authenticate(token, origin);
    const metrics = new Metrics({ ofAll: place.metricsOfAll });
    place.measuredBy(() => metrics.registry.getMetricsAsJSON());
    sweepMetrics(metrics, database);
    jobMetrics(metrics, { database, clock });
    tokenMetrics(metrics, pkcs11);
    tidyMetrics(metrics, () => pki.storedCounts());
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
          identity: () => identityScope(identity, identityTold),
          state: () => state.scope(),
          pki: () => pki.scope(),
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

    const hosts = [config.host, config.publicUrl === undefined ? '' : new URL(config.publicUrl).hostname];
    const own = { folder: folder.path, hosts: certifiable(hosts) };
    const certificates = new ServerCertificates({ database, seal, clock, ...pki.services, ...own });
    const keeper = open.add(new CertificateKeeper({ certificates, clock, log, alone: place.alone.bind(place) }));
    const certificate = config.httpsPort === null ? null : await keeper.first();
    const { http, https } = await listen(gateway, config, certificate);
    if (certificate)
      keeper.watch(certificate, ({ cert, key }) => {
        gateway.renewCertificate({ certificate: cert, key });
      });
    return {
      welcome: {
        http: http && addressText('http', config.host, http),
        https: https && addressText('https', config.host, https),
        caFile: certificates.caFile,
        rootTokenFile: rootToken.file,
        newRootToken: rootToken.made,
        organization: 'default',
      },
      close: () => open.close(),
    };
  } catch (error) {
    // After a failed start too, no step uses what is closed below.
    await starting?.close();
    await open.close();
    throw error;
  }
}

/** Even reading an embedded database needs space for a file next to it: if there is none, the reserve is released. */
async function openWithRoom(reserve: DiskReserve | null, options: DatabaseOptions): Promise<Database> {
  try {
    return await openDatabase(options);
  } catch (error) {
    if (outageOf(error) === null || reserve?.release() !== true) throw error;
    return openDatabase(options);
  }
}
