import type { Clock } from '../platform/clock.js';
import type { Database, TransactionClient } from '../platform/database/database.js';
import { searchColumn } from '../platform/database/text-search.js';
import { ids } from '../platform/ids.js';
import type { UserId } from '../platform/ids.js';
import type { Audit } from './audit/audit.js';
import { turnIdentityEpoch } from './epoch.js';
import type { PlanName } from './organizations/plans.js';
import { foundOrganization } from './organizations/found.js';
import { writePolicy } from './policies/policy.store.js';
import { readPolicy } from './policies/policy-text.js';
import { readyPolicies } from './policies/ready-policies.js';
import { grantRootToken, readRootToken, replaceRootToken, rootUser } from './root-token.js';
import type { RootTokenSource } from './root-token.js';
import { issueToken } from './tokens/token-text.js';
import type { IssuedToken } from './tokens/token-text.js';
import { system } from './audit/actor.js';

/** Username of the internal account that creates what the service itself creates, such as the state of runs that it executed. */
export const serviceUser = 'service';
const defaultOrganization = 'default';

const doneFact = 'identity.first-start';

/** Whether the first start of this installation is complete. */
export async function isStarted({ client }: Database): Promise<boolean> {
  return (await client.installationFact.findUnique({ where: { key: doneFact } })) !== null;
}

/**
 * Creates what an empty installation needs: the users `root` and `service`, the organization `default`, the ready policies, and root's token. It happens once,
 * in one transaction. A later start changes nothing, except that a new given root token replaces the previous one.
 * @param given text of root's token; if it is absent, a token is created. To protect it from a crash, create it before (`issueToken`), store it, and pass it
 * @returns the text of a new token, to be shown once; `null` if there is nothing to show
 * @throws OperatorError if the given text cannot be a token, was revoked, or belongs to somebody else
 */
export async function firstStart(
  deps: { database: Database; clock: Clock; audit: Audit; plan?: PlanName },
  given: string | undefined,
  source: RootTokenSource = 'TRUSTATE_ROOT_TOKEN',
): Promise<string | null> {
  const { database, clock, audit, plan } = deps;
  const token = given === undefined ? null : readRootToken(given, source);
  const attempt = () => database.transaction((tx) => seed(tx, { token, source, audit, plan, now: clock.now() }));
  try {
    return await attempt();
  } catch (error) {
    // Two machines may start at once on one database: the second one fails on the key of the fact, and finds the work complete.
    if (!(await isStarted(database))) throw error;
    return attempt();
  }
}

async function seed(
  tx: TransactionClient,
  {
    token,
    source,
    audit,
    plan,
    now,
  }: {
    token: IssuedToken | null;
    source: RootTokenSource;
    audit: Audit;
    plan: PlanName | undefined;
    now: Date;
  },
): Promise<string | null> {
  // A write, so that if two starts run at once, the second waits here and sees the result of the first.
  const done = await tx.installationFact.updateMany({ where: { key: doneFact }, data: { key: doneFact } });
  if (done.count > 0) {
    if (token) await replaceRootToken(tx, token, { source, audit, now });
    return null;
  }
  await tx.installationFact.create({ data: { key: doneFact, value: now.toISOString() } });
  const root = await openAccount(tx, rootUser, 'person', now, true);
  await openAccount(tx, serviceUser, 'service', now, false);
  const organizationId = await foundOrganization(tx, {
    name: defaultOrganization,
    email: '',
    founder: root,
    now,
    ...(plan && { plan }),
  });
  const issued = token ?? issueToken();
  await grantRootToken(tx, issued, root, now);
  for (const [name, text] of Object.entries(readyPolicies)) {
    await writePolicy(tx, { name, text, rules: readPolicy(text), now });
  }
  await turnIdentityEpoch(tx);
  const target = { type: 'organization' as const, id: organizationId, name: defaultOrganization, organizationId };
  await audit.record(tx, system('first-start'), 'organization.create', target);
  return token ? null : issued.text;
}

async function openAccount(
  tx: TransactionClient,
  username: string,
  kind: string,
  now: Date,
  siteAdmin: boolean,
): Promise<UserId> {
  const id = ids.user.make();
  await tx.user.create({
    data: { id, username, ...searchColumn(username), kind, siteAdmin, createdAt: now, updatedAt: now },
  });
  return id;
}
