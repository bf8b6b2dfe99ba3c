import type { Clock } from '../platform/clock.js';
import type { Database } from '../platform/database/database.js';
import { Access } from './access/access.js';
import { AccessStore } from './access/access.store.js';
import { ProjectAccess } from './access/project-access.js';
import { CachedTeamAccess } from './access/cached-team-access.js';
import { WorkspaceAccess } from './access/workspace-access.js';
import { Audit } from './audit/audit.js';
import { AuthMethodStore } from './auth-methods/auth-method.store.js';
import type { ClientCertificates } from './auth-methods/client-certificates.js';
import { Attempts } from './auth-methods/attempts.js';
import { AuthMethods } from './auth-methods/auth-methods.js';
import { AuthRoles } from './auth-methods/auth-roles.js';
import { Challenges } from './auth-methods/challenges.js';
import { HashingTurns } from './auth-methods/hashing-turns.js';
import { Logins } from './auth-methods/logins.js';
import { noLimit } from './auth-methods/sign-in-limit.js';
import type { SignInLimit } from './auth-methods/sign-in-limit.js';
import { SignInRenewals } from './auth-methods/sign-in-renewals.js';
import { SigningIn } from './auth-methods/signing-in.js';
import type { AuditRow } from './audit/record-row.js';
import type { Caller } from './caller.js';
import { IdentityChanges } from './changes.js';
import { Directory } from './directory.js';
import { IdentityEpoch } from './epoch.js';
import { visibleIdentity } from './visible.js';
import { identityLoaders } from './loaders.js';
import type { IdentityLoaders } from './loaders.js';
import { Memberships } from './memberships/memberships.js';
import { Organizations } from './organizations/organizations.js';
import { OrganizationStore } from './organizations/organization.store.js';
import { Policies } from './policies/policies.js';
import { PolicyStore } from './policies/policy.store.js';
import { renewReadyPolicies } from './policies/renewed-policies.js';
import { TeamMembers } from './teams/team-members.js';
import { Teams } from './teams/teams.js';
import { Authentication } from './tokens/authentication.js';
import type { PlanName } from './organizations/plans.js';
import { CallerStore } from './tokens/callers.store.js';
import { LastUsed } from './tokens/last-used.js';
import { LocalTokens } from './tokens/local-tokens.js';
import { NamedTokens } from './tokens/named-tokens.js';
import { RefusedSignIns } from './tokens/refused-sign-ins.js';
import { RenewalTerms } from './tokens/renewal-terms.js';
import { ServiceTokens } from './tokens/service-tokens.js';
import { TokenRoles } from './tokens/token-roles.js';
import { Tokens } from './tokens/tokens.js';
import { TokenEnds } from './tokens/token-ends.js';
import { TokenStore } from './tokens/token.store.js';
import { Users } from './users/users.js';
import { WrappedAnswers } from './wrapping/wrapping.js';
import type { Seal } from '../platform/seal/seal.js';

export interface IdentityDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** For wrapped answers. Without it, nothing can be wrapped. */
  readonly seal?: Pick<Seal, 'wrap' | 'unwrap'>;
  /** Who reads certificates of clients. Without it, nobody signs in by one. */
  readonly certificates?: ClientCertificates;
  /** Ends guessing. Defaults to no limit. */
  readonly signInLimit?: SignInLimit;
  /** The plan of new organizations. */
  readonly plan?: PlanName;
  /** Called when background writes fail. */
  readonly failed: (error: unknown) => void;
  /** Called for audit records that cannot be written now; the flag says whether they will be later. */
  readonly deferred?: (record: AuditRow, kept: boolean, reason: unknown) => void;
}

const noCertificates: ClientCertificates = { open: () => null, trusted: () => null };

/** The assembled services for callers and their permissions. */
export type Identity = ReturnType<typeof createIdentity>;

export function createIdentity({
  database,
  clock,
  seal,
  certificates = noCertificates,
  signInLimit = noLimit,
  plan,
  failed,
  deferred = () => undefined,
}: IdentityDeps) {
  const { client } = database;
  // Records of changes belong to the commits of those. All others tell of what the database does not keep, and are on disk before they get their place in the chain.
  const audit = new Audit({ client: database.background.client, clock, failed, deferred });
  const accessStore = new AccessStore({ client });
  const access = new Access({ teams: new CachedTeamAccess({ store: accessStore }), store: accessStore, audit });
  const lastUsed = new LastUsed({ database: database.background, failed });
  const epoch = new IdentityEpoch({ database });
  const refusedSignIns = new RefusedSignIns({ audit, clock, failed });
  const callers = new CallerStore({ client });
  const authentication = new Authentication({ epoch, store: callers, lastUsed, refused: refusedSignIns, clock });
  const directory = new Directory({ client });
  const changes = new IdentityChanges({ database, audit });
  const policies = new Policies({ store: new PolicyStore({ database }), changes, audit, clock });
  const parts = { access, changes, directory, client, clock, names: database };
  const methodStore = new AuthMethodStore({ database });
  const turns = new HashingTurns();
  const attempts = new Attempts({ limit: signInLimit, refused: refusedSignIns });
  const signingIn = new SigningIn({ store: methodStore, epoch, certificates, attempts, turns, clock });
  const tokenEnds = new TokenEnds(parts);
  const tokenRoles = new TokenRoles({ policies, changes, database, clock });
  const signInRenewals = new SignInRenewals({ store: methodStore, signingIn });
  const renewals = new RenewalTerms({ roles: tokenRoles, signIns: signInRenewals });
  return {
    audit,
    access,
    authentication,
    /** For protocols with their own way to say who asks. */
    signIns: signingIn,
    authMethods: new AuthMethods({ policies, changes, store: methodStore, database, clock }),
    authRoles: new AuthRoles({ policies, changes, store: methodStore, certificates, turns, clock }),
    challenges: new Challenges({ policies, changes, store: methodStore, database, clock }),
    /** For those that check secrets themselves. */
    attempts,
    logins: new Logins({ store: methodStore, signingIn, changes, clock }),
    /** Must be flushed before the database closes. */
    refusedSignIns,
    epoch,
    /** Start it with the server, and stop it before the database closes. */
    lastUsed,
    directory,
    organizations: new Organizations({ ...parts, store: new OrganizationStore({ client, names: database }), plan }),
    users: new Users(parts),
    memberships: new Memberships(parts),
    teams: new Teams(parts),
    teamMembers: new TeamMembers(parts),
    workspaceAccess: new WorkspaceAccess(parts),
    projectAccess: new ProjectAccess(parts),
    tokens: new Tokens({ ...parts, store: new TokenStore({ database }) }),
    localTokens: new LocalTokens(parts),
    policies,
    /** For a start. */
    renewReadyPolicies: () => renewReadyPolicies(parts),
    tokenEnds,
    tokenRoles,
    serviceTokens: new ServiceTokens({ policies, roles: tokenRoles, renewals, changes, audit, client, clock }),
    wrapping: new WrappedAnswers({ database, store: callers, policies, audit, seal: seal ?? null, clock }),
    namedTokens: new NamedTokens({
      policies,
      renewals,
      authentication,
      ends: tokenEnds,
      changes,
      client,
      clock,
    }),
    /** New ones for a request: see `IdentityScope`. */
    loaders: () => identityLoaders(client),
    /** The same for related objects. */
    visibleFor: (load: IdentityLoaders, caller: Caller) => visibleIdentity({ database, access, load }, caller),
  };
}
