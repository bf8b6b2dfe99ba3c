import type { OpenStorage } from './open-storage.js';
import type { StartedIdentity } from './start-identity.js';
import type { Starting } from './starting.js';
import { tokenSettings } from './token-settings.js';
import { createNotices, noticeLimits } from '../notices/module.js';
import { windowsOfWebhooks } from '../notices/notice-windows.js';
import { watchingLater } from '../notices/notice-work.js';
import type { NoticeWork } from '../notices/notice-work.js';
import { WebhookStore } from '../notices/webhook.store.js';
import { watchJobKind } from '../notices/webhooks.js';
import { createPkiService } from '../pki/module.js';
import { usableCores } from '../platform/cores.js';
import { Events } from '../platform/events/events.js';
import { RecordedLifetime } from '../platform/installation/lived-time.js';
import { OutboundGate } from '../platform/outbound/outbound-gate.js';
import { ReachableAddresses } from '../platform/outbound/reachable-addresses.js';
import { Tokens } from '../platform/pkcs11/tokens.js';
import { createStateService } from '../state/module.js';
import { organizationContents } from '../state/workspaces/organization-contents.js';

/** The two services, and the notices of what happens in them. */
export async function startDomains(
  { config, log, place, open, failed }: Starting,
  { database, clock, seal, owner, objects, later }: OpenStorage,
  { identity }: StartedIdentity,
) {
  const { siblings } = place;
  const { access, audit } = identity;
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
      threads: place.share(config.workers),
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
      wholeCrls: config.crlParts === 'off',
      keyThreads: place.share(usableCores()),
      acmeSettings: {
        ports: { http: config.acmeHttpPort, tls: config.acmeTlsPort },
        hourly: { accounts: config.acmeAccounts, names: config.acmeNames },
      },
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
  return { feed, state, pki, pkcs11, told };
}

export type StartedDomains = Awaited<ReturnType<typeof startDomains>>;
