import type { OpenStorage } from './open-storage.js';
import { ensureRootToken } from './root-token.js';
import type { Starting } from './starting.js';
import { FailedSignIns } from '../gateway/admission/failed-sign-ins.js';
import { AuditKeeping } from '../identity/audit/keeping.js';
import { createIdentity } from '../identity/module.js';
import { doubtfulPolicies, doubtfulPolicy } from '../identity/policies/policy.store.js';
import { EndedTokens } from '../identity/tokens/ended-tokens.js';
import { ClientCertificates } from '../pki/client-certificates/client-certificates.js';

/** Who calls and what they may do, with the audit record and the token of the first start. */
export async function startIdentity(
  { config, log, place, open, failed }: Starting,
  { folder, database, clock, seal, later }: OpenStorage,
) {
  const { siblings, first } = place;
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
  const { audit } = identity;
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
    ? await ensureRootToken({ database, clock, audit, plan: config.defaultPlan }, folder.path, config.rootToken, later)
    : { made: null, file: null };
  if (first) await later(() => identity.renewReadyPolicies());
  open.add({ close: () => identity.audit.flush() });
  open.add({ close: () => identity.refusedSignIns.flush() });
  open.add({ close: () => identity.lastUsed.stop() });
  identity.lastUsed.start();
  return { identity, failedSignIns, rootToken };
}

export type StartedIdentity = Awaited<ReturnType<typeof startIdentity>>;
