import type { Audit } from '../../identity/audit/audit.js';
import type { RequestOrigin } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import { ChangesMissing } from '../../platform/database/database.js';
import type { Database, SqlWrite } from '../../platform/database/database.js';
import { ids, randomLetters } from '../../platform/ids.js';
import type { JobStore } from '../../platform/jobs/job.store.js';
import { circumstances } from '../issuance/certificate-making.js';
import { recordRefusal } from '../issuance/refusals.js';
import { mountPath, pathBelow } from '../mounts/mount-path.js';
import type { Broken } from '../policy/index.js';
import { parseTime } from '../policy/time.js';
import { refused } from '../refusal.js';
import type { AccountStore, AcmeAccount } from './account.store.js';
import { actorOf, ended, noSuchAccount } from './accounts.js';
import type { Allowances } from './allowances.js';
import { created, found } from './acme-answer.js';
import type { AcmeAnswer } from './acme-answer.js';
import { AcmeProblem, malformed, notFound } from './acme-problem.js';
import { hasControls } from './contacts.js';
import type { Identifier, Subproblem } from './acme-problem.js';
import { challengesFor } from './challenges.js';
import { brokenByOrder } from './decisions.js';
import { pathIn } from './directory.js';
import type { Directories, Directory } from './directory.js';
import { isWildcard, readIdentifiers, withoutWildcard } from './identifiers.js';
import {
  authorizationDocument,
  authorizationUrl,
  challengeDocument,
  orderDocument,
  orderUrl,
} from './order-documents.js';
import { mostPending, ordersTogether } from './order.store.js';
import type { AcmeOrder, Authorization, OrderStore } from './order.store.js';
import type { Replacements } from './replacements.js';
import { validationJobKind } from './validation.job-kind.js';

type Payload = Readonly<Record<string, unknown>>;

/** Milliseconds in which an order must be proven and finalized. */
const orderLifeMs = 24 * 3_600_000;
/** Letters of a token without its mark: more than 128 bits (RFC 8555 §8.3). With it, whole bytes in base64url: some clients decode it and encode it again. */
const tokenLetters = 31;

/** Who asks, and of which directory. */
export interface AskedOrder {
  readonly directory: Directory;
  readonly account: AcmeAccount;
  readonly origin: RequestOrigin;
}

/** Orders and authorizations (RFC 8555 §7.4, §7.5). */
export class Orders {
  constructor(
    private readonly deps: {
      readonly database: Database;
      readonly store: OrderStore;
      readonly accountStore: AccountStore;
      readonly directories: Directories;
      readonly replacements: Replacements;
      readonly allowances: Allowances;
      readonly jobs: JobStore;
      readonly audit: Audit;
      readonly clock: Clock;
      /** Wakes what validates. */
      readonly wake: () => void;
    },
  ) {}

  /** Refuses what the role would refuse in the end. @throws AcmeProblem, ISSUER_NOT_FOUND, ISSUER_NOT_USABLE */
  async create({ directory, account, origin }: AskedOrder, payload: Payload): Promise<AcmeAnswer> {
    const { store, clock, replacements, allowances } = this.deps;
    const identifiers = readIdentifiers(payload['identifiers']);
    const wanted = { notBefore: timeIn(payload, 'notBefore'), notAfter: timeIn(payload, 'notAfter') };
    const profile = textIn(payload, 'profile');
    const decider = await this.deps.directories.deciderOf(directory, profile);
    const now = clock.now();
    const actor = actorOf(account, origin);
    const around = circumstances(actor, { authority: directory.authority, issuer: decider.issuer }, now);
    const broken = brokenByOrder(decider, directory.config, { identifiers, ...wanted }, around);
    const [first, ...others] = broken;
    if (first) {
      const path = pathBelow(mountPath(directory.authority.mount.path), pathIn(directory.name, 'new-order'));
      const asked = { actor, action: 'acme.order.create', path, input: { commonName: identifiers[0]?.value } };
      recordRefusal(this.deps.audit, asked, refused([first, ...others]).problems);
      throw rejected(broken, identifiers);
    }
    const replaces = textIn(payload, 'replaces');
    if (replaces !== null) await replacements.requireReplaceable(directory, account, replaces, identifiers);
    const takings = allowances.ofNames(account, origin, identifiers.length);
    await allowances.require(takings);
    const order: AcmeOrder = {
      id: ids.acmeOrder.makeAt(now),
      mountId: account.mountId,
      accountId: account.id,
      status: 'pending',
      identifiers,
      profile,
      ...wanted,
      replaces,
      error: null,
      certificateId: null,
      createdAt: now,
      expiresAt: new Date(now.getTime() + orderLifeMs),
    };
    const authorizations = identifiers.map((each) => authorizationFor(each, order, now));
    const details = {
      account: account.id,
      names: identifiers.slice(0, 10).map(({ value }) => value),
      count: identifiers.length,
    };
    const target = { type: 'acme-order' as const, id: order.id };
    try {
      const writes = [...allowances.using(takings), ...store.inserting(order, authorizations)];
      await this.#write({ directory, account, origin }, 'acme.order.create', target, details, writes);
    } catch (error) {
      if (!(error instanceof ChangesMissing)) throw error;
      await allowances.require(takings);
      await this.#requireThere(account);
      throw new AcmeProblem('rateLimited', `an account may have at most ${mostPending} orders under way`, {
        headers: { 'retry-after': '3600' },
      });
    }
    return created(orderDocument(directory, order, authorizations, now), orderUrl(directory, order));
  }

  /** @throws AcmeProblem */
  async show({ directory, account }: AskedOrder, id: string): Promise<AcmeAnswer> {
    const order = await this.of(account, id);
    const authorizations = await this.deps.store.authorizationsOf(order.id);
    const location = orderUrl(directory, order);
    return found(orderDocument(directory, order, authorizations, this.deps.clock.now()), { location });
  }

  /** The order of an account. @throws AcmeProblem, also for one of another account */
  async of(account: AcmeAccount, id: string): Promise<AcmeOrder> {
    const order = ids.acmeOrder.is(id) ? await this.deps.store.find(id) : null;
    if (!order || order.accountId !== account.id) throw notFound('order');
    return order;
  }

  /** RFC 8555 §7.1.2.1. @param after the cursor of the page before */
  async list({ directory, account }: AskedOrder, after: string | null): Promise<AcmeAnswer> {
    const page = await this.deps.store.idsOf(account.id, ids.acmeOrder.parse(after));
    const last = page.length === ordersTogether ? page.at(-1) : undefined;
    return found(
      { orders: page.map((id) => orderUrl(directory, { id })) },
      last === undefined ? {} : { links: [{ url: `${directory.base}/orders?cursor=${last}`, rel: 'next' }] },
    );
  }

  /** Shows an authorization, or deactivates it (RFC 8555 §7.5.2). @param payload null to show it @throws AcmeProblem */
  async authorization(asked: AskedOrder, id: string, payload: Payload | null): Promise<AcmeAnswer> {
    const { directory } = asked;
    const { authorization, order } = await this.#authorization(asked.account, id);
    const shown = (one: Authorization) => found(authorizationDocument(directory, one, order, this.deps.clock.now()));
    if (payload === null) return shown(authorization);
    if (payload['status'] !== 'deactivated')
      throw malformed('the status of an authorization can only become deactivated');
    if (authorization.status === 'deactivated') return shown(authorization);
    await this.#kept(() =>
      this.#write(asked, 'acme.authorization.deactivate', targetOf(authorization), {}, [
        this.deps.store.deactivating(authorization),
      ]),
    );
    return shown({ ...authorization, status: 'deactivated' });
  }

  /** The client is ready for this proof (RFC 8555 §7.5.1). @param payload null to show the challenge @throws AcmeProblem */
  async challenge(asked: AskedOrder, id: string, type: string, payload: Payload | null): Promise<AcmeAnswer> {
    const { directory, account } = asked;
    const { authorization, order } = await this.#authorization(account, id);
    const { identifier, wildcard } = authorization;
    const chosen = challengesFor(identifier, wildcard).find((each) => each === type);
    if (!chosen) throw notFound('challenge');
    const shown = (one: Authorization) =>
      found(challengeDocument(directory, one, chosen), {
        links: [{ url: authorizationUrl(directory, authorization), rel: 'up' }],
      });
    const begun = authorization.challenge;
    // A client that is told nothing would wait for this proof, which nobody looks for.
    if (payload !== null && begun !== null && begun !== chosen)
      throw malformed(`this name is already being proven by ${begun}: one challenge of an authorization is taken`);
    const isOpen = authorization.status === 'pending' && begun === null;
    if (payload === null || !isOpen) return shown(authorization);
    if (order.status !== 'pending' || order.expiresAt < this.deps.clock.now())
      throw malformed('the order of the authorization is not under way any more');
    const { store, jobs } = this.deps;
    try {
      const details = { challenge: chosen, name: identifier.value };
      await this.#write(asked, 'acme.challenge.begin', targetOf(authorization), details, [
        store.choosing(authorization, chosen),
        jobs.scheduling({ kind: validationJobKind, subject: authorization.id }),
      ]);
    } catch (error) {
      if (!(error instanceof ChangesMissing)) throw error;
      // Another request was faster.
      return shown((await this.#authorization(account, id)).authorization);
    }
    this.deps.wake();
    return shown({ ...authorization, challenge: chosen });
  }

  async #authorization(account: AcmeAccount, id: string) {
    const known = ids.acmeAuthorization.is(id) ? await this.deps.store.authorization(id) : null;
    if (!known || known.order.accountId !== account.id) throw notFound('authorization');
    return known;
  }

  /** Whoever ended or removed the account was faster. @throws AcmeProblem */
  async #requireThere({ id }: AcmeAccount): Promise<void> {
    const account = await this.deps.accountStore.find(id);
    if (!account) throw noSuchAccount();
    if (account.status !== 'valid') throw ended(account);
  }

  async #write(
    { directory, account, origin }: AskedOrder,
    action: string,
    target: Parameters<Audit['statement']>[2],
    details: Parameters<Audit['statement']>[3],
    writes: readonly SqlWrite[],
  ): Promise<void> {
    const record = { mount: directory.authority.mount.path, ...details };
    const { database, audit } = this.deps;
    await database.writeSql([...writes, audit.statement(actorOf(account, origin), action, target, record)]);
  }

  async #kept(write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (error) {
      if (error instanceof ChangesMissing) throw malformed('the authorization cannot be changed any more');
      throw error;
    }
  }
}

const targetOf = ({ id }: Authorization) => ({ type: 'acme-authorization' as const, id });

const authorizationFor = (identifier: Identifier, order: AcmeOrder, now: Date): Authorization => ({
  id: ids.acmeAuthorization.makeAt(now),
  orderId: order.id,
  identifier: { type: identifier.type, value: withoutWildcard(identifier.value) },
  wildcard: isWildcard(identifier),
  status: 'pending',
  token: randomLetters(tokenLetters),
  challenge: null,
  attempts: 0,
  error: null,
  validatedAt: null,
});

/** Which rule of the role refuses which name (RFC 8555 §6.7.1). */
export function rejected(broken: readonly Broken[], identifiers: readonly Identifier[]): AcmeProblem {
  const told = broken.map(({ message }) => message);
  const subproblems = broken.flatMap(({ value, message, rule }): readonly Subproblem[] => {
    const identifier = identifiers.find((each) => each.value === value);
    return identifier ? [{ type: 'rejectedIdentifier', detail: `${message} (rule ${rule})`, identifier }] : [];
  });
  const [rule] = broken;
  const detail = `${told.slice(0, 5).join('; ')} (rule ${rule?.rule ?? 'unknown'})`;
  return new AcmeProblem('rejectedIdentifier', detail, { subproblems });
}

/** @throws AcmeProblem `malformed` */
function timeIn(payload: Payload, name: 'notBefore' | 'notAfter'): Date | null {
  const text = textIn(payload, name);
  if (text === null) return null;
  const { time } = parseTime(name, text);
  if (!time) throw malformed(`${name} is no time as RFC 3339 writes it`);
  return time;
}

function textIn(payload: Payload, name: string): string | null {
  const value = payload[name];
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string' || value === '' || value.length > 500 || hasControls(value))
    throw malformed(`${name} is not a text`);
  return value;
}
