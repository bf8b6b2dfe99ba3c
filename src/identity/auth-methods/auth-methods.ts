import { randomBytes } from 'node:crypto';
import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import { takeLock } from '../../platform/database/advisory-locks.js';
import { mapConnection } from '../../platform/graphql/connection.js';
import type { Connection, PageAsked } from '../../platform/graphql/connection.js';
import { ids } from '../../platform/ids.js';
import { mostBelowUsual } from '../../platform/lease-ttls.js';
import { invalidInput, problem } from '../../platform/problems.js';
import type { Caller } from '../caller.js';
import type { IdentityChanges } from '../changes.js';
import { line, requireShape } from '../names.js';
import { openServiceAccount } from '../organizations/found.js';
import type { Policies } from '../policies/policies.js';
import { revokeTokens } from '../tokens/token.store.js';
import { isMethodType, knownMethod, methodTypes, untuned } from './auth-method.js';
import type { AuthMethod } from './auth-method.js';
import type { AuthMethodStore } from './auth-method.store.js';
import { newMethodPath, overlap, pathOfMethod } from './method-path.js';
import { changedTuning } from './method-tuning.js';
import type { MethodTuningInput } from './method-tuning.js';
import { newSalt } from './secret-hashes.js';
import type { Said } from '../../platform/wording.js';

export interface NewMethod {
  readonly path: string;
  readonly type: string;
  readonly description?: string | null | undefined;
  readonly tuning?: MethodTuningInput | null | undefined;
}

/** The configuration of a method of type `cert`. */
export interface CertConfig {
  /** Tokens may be renewed without the certificate that signed in. */
  readonly disableBinding: boolean;
  /** Only kept: there are no identities here that it could be stored with. */
  readonly enableIdentityAliasMetadata: boolean;
}

export type CertConfigInput = { readonly [Name in keyof CertConfig]?: CertConfig[Name] | null | undefined };

const certConfigIn = ({ settings }: AuthMethod): CertConfig => ({
  disableBinding: settings['disableBinding'] === true,
  enableIdentityAliasMetadata: settings['enableIdentityAliasMetadata'] === true,
});

/** @throws NOT_FOUND */
function requireCert(method: AuthMethod | null): AuthMethod {
  if (method?.type === 'cert') return method;
  throw problem('NOT_FOUND');
}

const noTokenMethod = 'tokens need no method: they are always there';
const noMethodAt = (path: string) => `there is no method to sign in at ${path}/`;

/** Methods of an installation: they are listed as one document. */
const mostMethods = 1_000;

const descriptions = line(1_024);

const targetOf = ({ id, path }: Pick<AuthMethod, 'id' | 'path'>) => ({ type: 'auth-method' as const, id, name: path });

/** Ways to sign in besides tokens: sys/auth. As in Vault, each path below it needs `sudo`, and what is at sys/mounts/auth too does not there. */
export class AuthMethods {
  constructor(
    private readonly deps: {
      policies: Policies;
      changes: IdentityChanges;
      store: AuthMethodStore;
      database: Database;
      clock: Clock;
    },
  ) {}

  /** Oldest first. @throws PERMISSION_DENIED */
  async list(caller: Caller, page: PageAsked): Promise<Connection<AuthMethod>> {
    await this.deps.policies.require(caller, 'sys/auth', 'read');
    return mapConnection(await this.deps.store.page(page), knownMethod);
  }

  /** @throws PERMISSION_DENIED, INVALID_INPUT if there is none */
  async read(caller: Caller, given: string): Promise<AuthMethod> {
    const path = pathOfMethod(given);
    await this.#require(caller, path, 'read');
    return this.#found(path, { inVault: `No auth engine at ${path}/`, inGraphql: noMethodAt(path) });
  }

  /** The same at the path of its tuning. @throws PERMISSION_DENIED, INVALID_INPUT */
  async readTuning(caller: Caller, given: string): Promise<AuthMethod> {
    const path = pathOfMethod(given);
    await this.#require(caller, `${path}/tune`, 'read');
    return this.#found(path, {
      inVault: `cannot fetch sysview for path "auth/${path}/"`,
      inGraphql: noMethodAt(path),
    });
  }

  /** @throws PERMISSION_DENIED, NOT_FOUND */
  async certConfig(caller: Caller, given: string): Promise<CertConfig> {
    const path = pathOfMethod(given);
    await this.deps.policies.require(caller, `auth/${path}/config`, 'read');
    return certConfigIn(requireCert(await this.deps.store.byPath(path)));
  }

  /** What is not given stays. @throws PERMISSION_DENIED, NOT_FOUND */
  async configureCert(caller: Caller, given: string, input: CertConfigInput): Promise<CertConfig> {
    const path = pathOfMethod(given);
    await this.deps.policies.require(caller, `auth/${path}/config`, 'update');
    return this.deps.changes.make(
      caller,
      'auth-method.configure',
      async (tx) => {
        const row = await tx.authMethod.findUnique({ where: { path } });
        const method = requireCert(row && knownMethod(row));
        const { disableBinding, enableIdentityAliasMetadata } = certConfigIn(method);
        const config: CertConfig = {
          disableBinding: input.disableBinding ?? disableBinding,
          enableIdentityAliasMetadata: input.enableIdentityAliasMetadata ?? enableIdentityAliasMetadata,
        };
        const data = { settings: JSON.stringify({ ...method.settings, ...config }), updatedAt: this.deps.clock.now() };
        await tx.authMethod.update({ where: { id: method.id }, data });
        return { result: config, target: targetOf(method), details: { ...config } };
      },
      { affectsNobody: true },
    );
  }

  /** For authorized callers. */
  find(path: string): Promise<AuthMethod | null> {
    return this.deps.store.byPath(pathOfMethod(path));
  }

  /** @throws PERMISSION_DENIED, INVALID_INPUT */
  async enable(caller: Caller, { path: given, type, description = '', tuning }: NewMethod): Promise<AuthMethod> {
    const { policies, changes, clock } = this.deps;
    await policies.require(caller, `sys/auth/${pathOfMethod(given)}`, 'update', 'sudo');
    if (type === '')
      throw invalidInput('type', {
        inVault: 'backend type must be specified as a string',
        inGraphql: 'type must not be empty',
      });
    if (type === 'token')
      throw invalidInput('type', {
        inVault: 'token credential backend cannot be instantiated',
        inGraphql: noTokenMethod,
      });
    if (!isMethodType(type))
      throw invalidInput('type', {
        inVault: `plugin not found in the catalog: ${type}`,
        inGraphql: `type must be one of ${methodTypes.join(', ')}`,
      });
    const path = newMethodPath(given);
    const said = description ?? '';
    requireShape(descriptions, said, ['description']);
    const config = JSON.stringify(changedTuning(untuned, tuning ?? {}));
    const now = clock.now();
    const id = ids.authMethod.make();
    const accessor = `auth_${type}_${randomBytes(4).toString('hex')}`;
    return changes.make(
      caller,
      'auth-method.enable',
      async (tx) => {
        await takeLock(tx, this.deps.database.provider, 'paths', 'methods to sign in');
        const others = await tx.authMethod.findMany({ select: { path: true } });
        const taken = others.find((other) => overlap(path, other.path));
        if (taken) throw invalidInput('path', `path is already in use at ${taken.path}/`);
        if (others.length >= mostMethods) throw invalidInput('path', `there are ${mostMethods} methods already`);
        const accountId = await openServiceAccount(tx, 'method', id, now);
        const row = await tx.authMethod.create({
          data: {
            id,
            accessor,
            path,
            type,
            description: said,
            config,
            salt: newSalt(),
            accountId,
            createdAt: now,
            updatedAt: now,
          },
        });
        return {
          result: knownMethod(row),
          target: targetOf(row),
          details: { type, accessor, description: said, config },
        };
      },
      { affectsNobody: true, unique: [{ model: 'AuthMethod', columns: ['path'], field: ['path'] }] },
    );
  }

  /** @throws PERMISSION_DENIED, INVALID_INPUT */
  async tune(
    caller: Caller,
    given: string,
    { description, ...tuning }: MethodTuningInput & { readonly description?: string | null | undefined },
  ): Promise<AuthMethod> {
    const path = pathOfMethod(given);
    await this.#require(caller, `${path}/tune`, 'update');
    if (typeof description === 'string') requireShape(descriptions, description, ['description']);
    return this.deps.changes.make(
      caller,
      'auth-method.tune',
      async (tx) => {
        const row = await tx.authMethod.findUnique({ where: { path } });
        if (!row)
          throw invalidInput('path', {
            inVault: `tune of path "auth/${path}/" failed: no mount entry found`,
            inGraphql: noMethodAt(path),
          });
        const config = JSON.stringify(changedTuning(knownMethod(row).tuning, tuning, mostBelowUsual));
        const data = {
          config,
          ...(typeof description === 'string' && { description }),
          updatedAt: this.deps.clock.now(),
        };
        const result = await tx.authMethod.update({ where: { id: row.id }, data });
        return {
          result: knownMethod(result),
          target: targetOf(row),
          details: { config, description: result.description },
        };
      },
      { affectsNobody: true },
    );
  }

  /**
   * Nobody signs in by it any more, and the tokens of those who did end. A missing one counts as disabled.
   * @returns its accessor, null if there was none
   * @throws PERMISSION_DENIED, INVALID_INPUT
   */
  async disable(caller: Caller, given: string): Promise<string | null> {
    const path = pathOfMethod(given);
    await this.deps.policies.require(caller, `sys/auth/${path}`, 'delete', 'sudo');
    if (path === 'token')
      throw invalidInput('path', { inVault: 'token credential backend cannot be disabled', inGraphql: noTokenMethod });
    const method = await this.deps.store.byPath(path);
    if (!method) return null;
    return this.deps.changes.make(caller, 'auth-method.disable', async (tx) => {
      const revoked = await revokeTokens(tx, { userId: method.accountId }, this.deps.clock.now());
      const { count } = await tx.user.deleteMany({ where: { id: method.accountId } });
      if (count === 0) throw problem('NOT_FOUND');
      const details = { type: method.type, accessor: method.accessor, tokens: revoked.length };
      return { result: method.accessor, target: targetOf(method), details };
    });
  }

  /** Clients read and tune by the path below sys/mounts, which needs no `sudo`. */
  async #require(caller: Caller, path: string, capability: 'read' | 'update'): Promise<void> {
    const { policies } = this.deps;
    if (await policies.allows(caller, `sys/mounts/auth/${path}`, capability)) return;
    await policies.require(caller, `sys/auth/${path}`, capability, 'sudo');
  }

  async #found(path: string, missing: Said): Promise<AuthMethod> {
    const method = await this.deps.store.byPath(path);
    if (!method) throw invalidInput('path', missing);
    return method;
  }
}
