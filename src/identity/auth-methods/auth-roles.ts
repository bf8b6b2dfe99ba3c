import type { Clock } from '../../platform/clock.js';
import type { TransactionClient } from '../../platform/database/database.js';
import type { Connection, PageAsked } from '../../platform/graphql/connection.js';
import type { ValuesAsked } from '../../platform/graphql/values.js';
import { ids } from '../../platform/ids.js';
import { invalidInput, problem } from '../../platform/problems.js';
import type { Caller } from '../caller.js';
import type { IdentityChanges } from '../changes.js';
import { found } from '../directory.js';
import type { Policies } from '../policies/policies.js';
import type { AuthMethod, MethodType } from './auth-method.js';
import type { AuthMethodStore } from './auth-method.store.js';
import { definitionOf, newCertificateRule, newTerms, roleOf } from './auth-role.js';
import type { AuthRole } from './auth-role.js';
import { changedRule, requireDisplayName } from './certificate-rule.js';
import type { CertificateRuleInput } from './certificate-rule.js';
import type { ClientCertificates, TrustedCertificates } from './client-certificates.js';
import type { HashingTurns } from './hashing-turns.js';
import { pathOfMethod } from './method-path.js';
import { nameOfRole, roleName } from './role-name.js';
import { hashSecret, longestSecret, saltOf } from './secret-hashes.js';
import { changedTerms } from './sign-in-terms.js';
import type { SignInTermsInput } from './sign-in-terms.js';
import type { Said } from '../../platform/wording.js';

/** A role of a method, by their names. */
export interface RoleReference {
  /** The path of the method. */
  readonly method: string;
  readonly name: string;
  /** The type that the method must have; absent for any. */
  readonly methodType?: MethodType | null | undefined;
}

export interface RoleChange {
  readonly terms?: SignInTermsInput | null | undefined;
  /** Of a user. */
  readonly password?: string | null | undefined;
  /** Of a role of `scep`: one that does not end. */
  readonly challenge?: string | null | undefined;
  /** Of a role of `cert`. */
  readonly rule?: CertificateRuleInput | null | undefined;
  /** Of a role of `scep`. */
  readonly displayName?: string | null | undefined;
}

/** A role with the method that it is of. */
export interface RoleOfMethod extends AuthRole {
  readonly method: AuthMethod;
}

/** Where the roles of a method are, below its path. */
const folders: Readonly<Record<MethodType, string>> = { userpass: 'users', cert: 'certs', scep: 'role' };

const noPassword: Said = {
  inVault: 'must provide either password or password_hash',
  inGraphql: 'password must not be empty',
};

const targetOf = ({ id, name }: Pick<AuthRole, 'id' | 'name'>) => ({ type: 'auth-role' as const, id, name });

/** Who may sign in by a method. As with token roles, whoever may write one may give every policy that it lists, except `root`. */
export class AuthRoles {
  constructor(
    private readonly deps: {
      policies: Policies;
      changes: IdentityChanges;
      store: AuthMethodStore;
      certificates: ClientCertificates;
      turns: HashingTurns;
      clock: Clock;
    },
  ) {}

  /** @throws PERMISSION_DENIED, NOT_FOUND */
  async read(caller: Caller, reference: RoleReference): Promise<RoleOfMethod> {
    const { method, name } = await this.#at(caller, reference, 'read');
    return { ...found(await this.deps.store.role(method.id, name)), method };
  }

  /** @throws PERMISSION_DENIED, NOT_FOUND for no such method */
  async names(
    caller: Caller,
    path: string,
    page: ValuesAsked,
    methodType?: MethodType | null,
  ): Promise<readonly string[]> {
    const method = await this.#listed(caller, path, methodType);
    return this.deps.store.names(method.id, page);
  }

  /** By name. @throws PERMISSION_DENIED, NOT_FOUND for no such method */
  async page(caller: Caller, path: string, page: PageAsked): Promise<Connection<AuthRole>> {
    const method = await this.#listed(caller, path);
    return this.deps.store.roles(method.id, page);
  }

  /** Creates a role, or changes what is given. @throws PERMISSION_DENIED, NOT_FOUND for no such method, INVALID_INPUT */
  async write(caller: Caller, reference: RoleReference, change: RoleChange): Promise<RoleOfMethod> {
    const { method, name } = await this.#at(caller, reference, 'update');
    requireFitting(method.type, change);
    const before = await this.deps.store.role(method.id, name);
    if (!before && method.type === 'userpass' && !change.password) throw invalidInput('password', noPassword);
    return this.#change(caller, method, name, change, 'auth-role.write');
  }

  /** @throws PERMISSION_DENIED, NOT_FOUND for no such method, INVALID_INPUT for no such user */
  async setPassword(caller: Caller, reference: RoleReference, password: string): Promise<RoleOfMethod> {
    const { method, name } = await this.#user(caller, reference, 'password');
    if (password === '') throw invalidInput('password', noPassword);
    return this.#change(caller, method, name, { password }, 'auth-role.set-password');
  }

  /** @throws PERMISSION_DENIED, NOT_FOUND for no such method, INVALID_INPUT for no such user */
  async setPolicies(
    caller: Caller,
    reference: RoleReference,
    policies: readonly string[] | null,
  ): Promise<RoleOfMethod> {
    const { method, name } = await this.#user(caller, reference, 'policies');
    return this.#change(caller, method, name, { terms: { policies } }, 'auth-role.write');
  }

  /**
   * Nobody signs in under it any more. Tokens of those who did are not renewed, and end by themselves. A missing one counts as deleted.
   * @returns its name, null if there was none
   * @throws PERMISSION_DENIED, NOT_FOUND for no such method
   */
  async remove(caller: Caller, reference: RoleReference): Promise<string | null> {
    const { method, name } = await this.#at(caller, reference, 'delete');
    const role = await this.deps.store.role(method.id, name);
    if (!role) return null;
    return this.deps.changes.make(
      caller,
      'auth-role.delete',
      async (tx) => {
        await tx.authRole.deleteMany({ where: { id: role.id } });
        return { result: role.name, target: targetOf(role), details: { method: method.accessor } };
      },
      { affectsNobody: true },
    );
  }

  async #change(
    caller: Caller,
    method: AuthMethod,
    name: string,
    { terms: asked, password, challenge, rule: askedRule, displayName: askedName }: RoleChange,
    action: string,
  ): Promise<RoleOfMethod> {
    const { changes, clock, certificates } = this.deps;
    const secret = password ?? challenge ?? '';
    if (secret.length > longestSecret)
      throw invalidInput(password ? 'password' : 'challenge', `at most ${longestSecret} characters`);
    requireDisplayName(askedName ?? '');
    const secretHash = secret === '' ? null : await this.#hashed(caller, method, secret);
    return changes.make(
      caller,
      action,
      async (tx) => {
        const row = await tx.authRole.findUnique({ where: { methodId_name: { methodId: method.id, name } } });
        const before = row ? roleOf(row) : null;
        const terms = changedTerms(before?.terms ?? newTerms, asked ?? {});
        const changed =
          method.type === 'cert'
            ? changedRule(before?.rule ?? newCertificateRule, askedRule ?? {}, (pem) => certificates.trusted(pem))
            : null;
        const displayName = askedName ?? before?.displayName ?? '';
        const definition = definitionOf({ terms, displayName, ...(changed && { rule: changed.rule }) });
        const written = { definition, ...(secretHash !== null && { secretHash }), updatedAt: clock.now() };
        const id = row?.id ?? ids.authRole.make();
        const create = { id, methodId: method.id, name, createdAt: clock.now(), ...written };
        const result = await tx.authRole.upsert({
          where: { methodId_name: { methodId: method.id, name } },
          create,
          update: written,
        });
        if (changed) await trust(tx, result, changed.trusted);
        const details = { method: method.accessor, definition, secret: secretHash !== null };
        return { result: { ...roleOf(result), method }, target: targetOf(result), details };
      },
      { affectsNobody: true },
    );
  }

  #hashed({ origin }: Caller, method: AuthMethod, secret: string): Promise<string> {
    const salt = method.type === 'scep' ? saltOf(method.salt) : undefined;
    return this.deps.turns.take(origin.remoteAddress, () => hashSecret(secret, salt));
  }

  async #user(caller: Caller, reference: RoleReference, below: 'password' | 'policies') {
    const { method, name } = await this.#at(caller, reference, 'update', `/${below}`);
    if (method.type !== 'userpass') throw problem('NOT_FOUND');
    if (!(await this.deps.store.role(method.id, name))) throw invalidInput('name', 'username does not exist');
    return { method, name };
  }

  /** The method of a role, for a caller who may do this there. */
  async #at(
    caller: Caller,
    { method: path, name: given, methodType }: RoleReference,
    capability: 'read' | 'update' | 'delete',
    below = '',
  ) {
    const method = await this.#method(path, methodType);
    // Whether there is a method is only told to those who may use it.
    const type = method?.type ?? methodType ?? 'userpass';
    const place = `auth/${pathOfMethod(path)}/${folders[type]}/${nameOfRole(type, given) ?? given}${below}`;
    await this.deps.policies.require(caller, place, capability);
    return { method: found(method), name: roleName(type, given) };
  }

  async #listed(caller: Caller, path: string, methodType?: MethodType | null): Promise<AuthMethod> {
    const method = await this.#method(path, methodType);
    const folder = folders[method?.type ?? methodType ?? 'userpass'];
    await this.deps.policies.require(caller, `auth/${pathOfMethod(path)}/${folder}/`, 'list');
    return found(method);
  }

  async #method(path: string, type: MethodType | null | undefined): Promise<AuthMethod | null> {
    const method = await this.deps.store.byPath(pathOfMethod(path));
    return !type || method?.type === type ? method : null;
  }
}

/** What a role of another kind does not have. @throws INVALID_INPUT */
function requireFitting(type: MethodType, { password, challenge, rule, displayName }: RoleChange): void {
  if (password && type !== 'userpass') throw invalidInput('password', 'only users have a password');
  if (challenge && type !== 'scep') throw invalidInput('challenge', 'only roles of scep have a challenge');
  if (rule && type !== 'cert') throw invalidInput('certificateRule', 'only roles of cert have certificates');
  if (displayName && type !== 'scep')
    throw invalidInput(
      'displayName',
      'only roles of scep have a displayName here; those of cert have it in certificateRule',
    );
}

/** The names that the role is found by. */
async function trust(
  tx: TransactionClient,
  { id: roleId, methodId }: Pick<AuthRole, 'id' | 'methodId'>,
  { subjects }: TrustedCertificates,
): Promise<void> {
  await tx.authTrust.deleteMany({ where: { roleId } });
  const data = subjects.map((subjectHash) => ({ id: ids.authTrust.make(), methodId, roleId, subjectHash }));
  await tx.authTrust.createMany({ data });
}
