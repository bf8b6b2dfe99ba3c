import type { Clock } from '../platform/clock.js';
import type { Database, TransactionClient } from '../platform/database/database.js';
import { searchColumn } from '../platform/database/text-search.js';
import { ids } from '../platform/ids.js';
import type { UserId } from '../platform/ids.js';
import type { Audit } from './audit/audit.js';
import { turnIdentityEpoch } from './epoch.js';
import { foundOrganization } from './organizations/found.js';
import { writePolicy } from './policies/policy.store.js';
import { readPolicy } from './policies/policy-text.js';
import { readyPolicies } from './policies/ready-policies.js';
import { grantRootToken, readRootToken, replaceRootToken, rootUser } from './root-token.js';
import type { RootTokenSource } from './root-token.js';
import { issueToken } from './tokens/token-text.js';
import type { IssuedToken } from './tokens/token-text.js';
import { system } from './audit/actor.js';

/** Username of the internal account: creator of what the service itself makes, such as the state of runs it executed. */
export const serviceUser = 'service';
export const defaultOrganization = 'default';

const doneFact = 'identity.first-start';

/** Whether this installation has had its first start. */
export async function isStarted({ client }: Database): Promise<boolean> {
  return (await client.installationFact.findUnique({ where: { key: doneFact } })) !== null;
}

/**
 * Makes what an empty installation needs: the users `root` and `service`, the organization `default`, the ready policies, and root's token. In one transaction, once:
 * a later start finds it done and leaves what people changed since alone, but for a root token that is given and is another one than before: it takes the
 * place of that one.
 * @param given text for root's token; without one, a token is made. Who must not lose it to a crash makes it beforehand (`issueToken`), keeps it, and gives it
 * @returns the text of a token made now, to be shown once; `null` when there was nothing to show
 * @throws OperatorError when the given text cannot be a token, or is one that was revoked or is somebody else's
 */
export async function firstStart(
  deps: { database: Database; clock: Clock; audit: Audit },
  given: string | undefined,
  source: RootTokenSource = 'TRUSTATE_ROOT_TOKEN',
): Promise<string | null> {
  const { database, clock, audit } = deps;
  const token = given === undefined ? null : readRootToken(given, source);
  const attempt = () => database.transaction((tx) => seed(tx, { token, source, audit, now: clock.now() }));
  try {
    return await attempt();
  } catch (error) {
    // Two machines may start at once on one database: the one that comes second fails on the fact's key. It finds the work done.
    if (!(await isStarted(database))) throw error;
    return attempt();
  }
}

async function seed(
  tx: TransactionClient,
  { token, source, audit, now }: { token: IssuedToken | null; source: RootTokenSource; audit: Audit; now: Date },
): Promise<string | null> {
  // Written, so that of two starts at once the second one waits here and sees what the first one did.
  const done = await tx.installationFact.updateMany({ where: { key: doneFact }, data: { key: doneFact } });
  if (done.count > 0) {
    if (token) await replaceRootToken(tx, token, { source, audit, now });
    return null;
  }
  await tx.installationFact.create({ data: { key: doneFact, value: now.toISOString() } });
  const root = await openAccount(tx, rootUser, 'person', now, true);
  await openAccount(tx, serviceUser, 'service', now, false);
  const organizationId = await foundOrganization(tx, { name: defaultOrganization, email: '', founder: root, now });
  const issued = token ?? issueToken();
  await grantRootToken(tx, issued, root, now);
  for (const [name, text] of Object.entries(readyPolicies)) {
    await writePolicy(tx, { name, text, rules: readPolicy(text), now });
  }
  await turnIdentityEpoch(tx);
  const target = { type: 'organization', id: organizationId, name: defaultOrganization, organizationId };
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
