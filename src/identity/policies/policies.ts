import { LRUCache } from 'lru-cache';
import type { Clock } from '../../platform/clock.js';
import type { Connection, PageAsked } from '../../platform/graphql/connection.js';
import type { ValuesAsked } from '../../platform/graphql/values.js';
import { problem, ProblemError } from '../../platform/problems.js';
import type { Audit } from '../audit/audit.js';
import type { Caller } from '../caller.js';
import type { IdentityChanges } from '../changes.js';
import { found } from '../directory.js';
import { policyEvent } from '../events/identity-events.js';
import { Acl } from './acl.js';
import { askedParameters, askedWrapTtl, askingWith, isAskedByCall } from './asking.js';
import type { Asked } from './parameters.js';
import { defaultPolicy, policyName, rootPolicy, wrappingPolicy } from './policy-name.js';
import { erasePolicy, writePolicy } from './policy.store.js';
import type { Policy, PolicyStore } from './policy.store.js';
import { readPolicy } from './policy-text.js';
import { pinTeams } from './team-pins.js';
import type { Capability, PolicyRule } from './rules.js';
import { anyFilling, filledPath, isTemplate, unfollowed } from './templates.js';
import type { Entity } from './templates.js';

/** Cached combinations of policies; each token has one of them. */
const heldReady = 1_000;

interface Ready {
  readonly acl: Acl;
  /** The rules, if some have placeholders. */
  readonly templated: readonly PolicyRule[] | null;
}

/** The capabilities that use parameters. */
const writes: ReadonlySet<Capability> = new Set(['create', 'update', 'patch']);

/**
 * Longer than any path of an existing object: mounts have up to 256 characters, roles, issuers and keys up to 255, and a path contains at most two of those.
 */
const longestPath = 1_024;

const at = (name: string) => `sys/policies/acl/${name}`;

/**
 * Access control of the certificate authority and its system paths: what a caller's policies allow at the path of the REST call. Without a matching rule,
 * access is denied. Site administrators have the policy `root`, unless their token has others.
 */
export class Policies {
  /** By identity epoch and names: changes of policies change the epoch. */
  readonly #ready = new LRUCache<string, Promise<Ready>>({ max: heldReady });
  /** The same with the values for one account's placeholders. */
  readonly #filled = new LRUCache<string, Acl>({ max: heldReady });

  constructor(
    private readonly deps: {
      store: PolicyStore;
      changes: IdentityChanges;
      audit: Audit;
      clock: Clock;
    },
  ) {}

  /**
   * The one question of authorization there: each capability, at the path of the REST call below `/v1`. Writes are `update`, merge patches `patch`;
   * lists are asked for with a slash at the end of the path. Never ask within a transaction: refusals are recorded, and the record would wait for it.
   * @example await policies.require(caller, 'pki/issue/web', 'update');
   * @example await policies.require(caller, 'pki/roles/', 'list');
   * @example await policies.require(caller, 'pki/root/sign-self-issued', 'update', 'sudo');
   * @throws PERMISSION_DENIED; NOT_FOUND, for every caller, for a path longer than any real one: it is neither looked up nor recorded
   */
  async require(caller: Caller, path: string, ...needed: readonly [Capability, ...Capability[]]): Promise<void> {
    if (path.length > longestPath) throw problem('NOT_FOUND');
    if (await this.allows(caller, path, ...needed)) return;
    const target = { type: 'path' as const, id: path };
    this.deps.audit.denied(caller, `policy.${needed.join('+')}`, target, 'PERMISSION_DENIED');
    throw problem('PERMISSION_DENIED');
  }

  /** The same decision as a boolean; nothing is recorded. */
  async allows(caller: Caller, path: string, ...needed: readonly [Capability, ...Capability[]]): Promise<boolean> {
    if (path.length > longestPath) return false;
    if (isRoot(caller)) return true;
    const acl = await this.#acl(caller);
    const isList = needed.includes('list');
    const held = isList ? acl.atList(path) : acl.at(path);
    if (!needed.every((capability) => held.has(capability))) return false;
    const isWrapped = isList ? acl.wrapsList(path, askedWrapTtl()) : acl.wraps(path, askedWrapTtl());
    if (!isWrapped) return false;
    if (needed.some((capability) => writes.has(capability))) return acl.permits(path, askedParameters());
    // Reads have no parameters here.
    return !needed.includes('read') || acl.permits(path, []);
  }

  /**
   * Runs the call with the parameters of a request and how long its answer is to be wrapped, for policies that look at them. If the parameters are unknown or
   * `null`, a rule that checks parameters allows no write.
   * @param byCall whether they come from a REST call: then they are also used for the field of its operation
   */
  async asking<T>(
    caller: Caller | null,
    { parameters, byCall, wrapTtl = 0 }: { parameters: () => Asked; byCall: boolean; wrapTtl?: number },
    call: () => T | Promise<T>,
  ): Promise<T> {
    if (!caller || isRoot(caller) || (!byCall && isAskedByCall())) return call();
    if (!(await this.#acl(caller)).looksAtRequests) return call();
    return askingWith({ parameters: parameters(), byCall, wrapTtl }, call);
  }

  /** Whether the rule that applies at a path says `deny`; false if no rule applies. */
  async denies(caller: Caller, path: string): Promise<boolean> {
    if (isRoot(caller) || path.length > longestPath) return false;
    return (await this.#acl(caller)).at(path).has('deny');
  }

  /** Whether the caller may do anything at some path below this one. */
  async reaches(caller: Caller, above: string): Promise<boolean> {
    if (above.length > longestPath) return false;
    return isRoot(caller) || (await this.#acl(caller)).reaches(above);
  }

  /** What the caller may do at a path, in the form of `sys/capabilities-self`: `root` for everything, `deny` for nothing. */
  async capabilities(caller: Caller, path: string): Promise<readonly string[]> {
    if (isRoot(caller)) return [rootPolicy];
    if (path.length > longestPath) return ['deny'];
    const acl = await this.#acl(caller);
    const held = path.endsWith('/') ? acl.atList(path) : acl.at(path);
    return held.size === 0 ? ['deny'] : [...held].sort();
  }

  /** By name. @throws PERMISSION_DENIED, INVALID_PARAMETER */
  async list(caller: Caller, page: PageAsked): Promise<Connection<Policy>> {
    await this.require(caller, at(''), 'list');
    return this.deps.store.page(page);
  }

  /** In order, with `root`. @throws PERMISSION_DENIED */
  async names(caller: Caller, page: ValuesAsked): Promise<readonly string[]> {
    await this.require(caller, at(''), 'list');
    return this.deps.store.names(page);
  }

  /** Requires the permission to read a policy; listing policies does not include it. @throws PERMISSION_DENIED */
  requireRead(caller: Caller, name: string): Promise<void> {
    return this.require(caller, at(name), 'read');
  }

  /** @throws PERMISSION_DENIED, NOT_FOUND, INVALID_INPUT */
  async read(caller: Caller, given: string): Promise<Policy> {
    const name = policyName(given, ['name']);
    await this.requireRead(caller, name);
    return found(await this.deps.store.find(name));
  }

  /** Its text; empty for `root`, which is listed and has none. @throws PERMISSION_DENIED, NOT_FOUND, INVALID_INPUT */
  async text(caller: Caller, given: string): Promise<string> {
    const name = policyName(given, ['name']);
    if (name !== rootPolicy) return (await this.read(caller, name)).text;
    await this.requireRead(caller, name);
    return '';
  }

  /** The current state of the policy of an event; null if it does not exist any more. Its fields check who may read the text. */
  known(name: string): Promise<Policy | null> {
    return this.deps.store.find(name);
  }

  /** Creates a policy or replaces its text. @throws PERMISSION_DENIED, INVALID_INPUT */
  async write(caller: Caller, given: string, text: string): Promise<Policy> {
    const name = policyName(given, ['name']);
    await this.require(caller, at(name), 'update');
    if (name === rootPolicy || name === wrappingPolicy)
      throw problem('INVALID_INPUT', `cannot update "${name}" policy`, ['name']);
    const rules = readPolicy(text);
    const now = this.deps.clock.now();
    return this.deps.changes.make(caller, 'policy.write', async (tx) => {
      const isNew = (await tx.aclPolicy.count({ where: { name } })) === 0;
      const result = await writePolicy(tx, { name, text, rules: await pinTeams(tx, caller, rules), now });
      return {
        result,
        target: { type: 'policy', id: name, name },
        details: { text },
        events: [policyEvent(isNew ? 'policy.created' : 'policy.changed', name, now)],
      };
    });
  }

  /** Tokens lose the policy. A missing one counts as deleted, as in Vault. @returns its name, null if there was none @throws PERMISSION_DENIED, INVALID_INPUT */
  async remove(caller: Caller, given: string): Promise<string | null> {
    const name = policyName(given, ['name']);
    await this.require(caller, at(name), 'delete');
    if (name === rootPolicy || name === defaultPolicy) {
      throw problem(
        'INVALID_INPUT',
        name === rootPolicy ? 'cannot delete "root" policy' : 'cannot delete default policy',
        ['name'],
      );
    }
    try {
      return await this.deps.changes.make(caller, 'policy.delete', async (tx) => {
        if (!(await erasePolicy(tx, name))) throw problem('NOT_FOUND');
        const events = [policyEvent('policy.deleted', name, this.deps.clock.now())];
        return { result: name, target: { type: 'policy', id: name, name }, events };
      });
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'NOT_FOUND') return null;
      throw error;
    }
  }

  async #acl(caller: Caller): Promise<Acl> {
    const { epoch, policies, entity } = caller;
    const names = `${epoch} ${policies.join(' ')}`;
    const ready = this.#ready.get(names) ?? this.#read(names, policies);
    const { acl, templated } = await ready;
    if (!templated) return acl;
    // In one epoch, an account has one name and one set of teams.
    const filled = `${entity?.id ?? ''} ${names}`;
    const known = this.#filled.get(filled) ?? aclFor(templated, entity);
    this.#filled.set(filled, known);
    return known;
  }

  #read(names: string, policies: readonly string[]): Promise<Ready> {
    const reading = this.deps.store.rulesOf(policies).then(readyOf);
    this.#ready.set(names, reading);
    reading.catch(() => this.#ready.delete(names));
    return reading;
  }
}

/** Rules without placeholders are the same for all tokens with the policies. */
function readyOf(rules: readonly PolicyRule[]): Ready {
  if (rules.some(({ path }) => isTemplate(path))) return { acl: new Acl([]), templated: rules };
  return { acl: new Acl(rules), templated: null };
}

/** With the paths of one caller, without rules for which it has no value. A `deny` with an unresolved placeholder denies every path that it might match. */
function aclFor(rules: readonly PolicyRule[], entity: Entity | undefined): Acl {
  const filled = rules.flatMap((rule) => {
    const path = filledPath(rule, entity);
    return path === null ? [] : [{ ...rule, path }];
  });
  const closed = rules.filter((rule) => rule.capabilities.includes('deny') && unfollowed(rule) !== null);
  return new Acl(
    filled,
    closed.map(({ path }) => anyFilling(path)),
  );
}

function isRoot({ policies }: Caller): boolean {
  return policies.includes(rootPolicy);
}
