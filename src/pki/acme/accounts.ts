import type { Audit } from '../../identity/audit/audit.js';
import type { AuditDetails } from '../../identity/audit/target.js';
import type { Actor } from '../../identity/audit/actor.js';
import type { RequestOrigin } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import { ChangesMissing } from '../../platform/database/database.js';
import type { Database, SqlWrite } from '../../platform/database/database.js';
import { ids } from '../../platform/ids.js';
import { isRecord } from '../../platform/is-record.js';
import type { AccountKey } from './account-key.js';
import type { AccountStore, AcmeAccount } from './account.store.js';
import type { Allowances, Takings } from './allowances.js';
import { created, found } from './acme-answer.js';
import type { AcmeAnswer } from './acme-answer.js';
import { AcmeProblem, malformed, unauthorized } from './acme-problem.js';
import { readContacts } from './contacts.js';
import type { Directory } from './directory.js';
import type { EabKeys } from './eab-keys.js';
import { keyIn, payloadObject, readFlattened, verifiedBySecret, verifiedPayload } from './jws.js';

type Payload = Readonly<Record<string, unknown>>;

export const accountUrl = ({ base }: Directory, id: string): string => `${base}/account/${id}`;

/** Whoever has the key of an account, in records. */
export const actorOf = ({ id }: Pick<AcmeAccount, 'id'>, origin: RequestOrigin): Actor => ({
  kind: 'anonymous',
  username: id,
  origin,
});

const boundBy = ['HS256', 'HS384', 'HS512'] as const;

/** Accounts (RFC 8555 §7.3). */
export class Accounts {
  constructor(
    private readonly deps: {
      readonly database: Database;
      readonly store: AccountStore;
      readonly eabKeys: EabKeys;
      readonly allowances: Allowances;
      readonly audit: Audit;
      readonly clock: Clock;
    },
  ) {}

  /** Creates the account of a key, or finds it. @throws AcmeProblem */
  async open(directory: Directory, key: AccountKey, payload: Payload, origin: RequestOrigin): Promise<AcmeAnswer> {
    const { store, clock, allowances } = this.deps;
    const { mount } = directory.authority;
    const existing = await store.byKey(mount.id, directory.name, key.thumbprint);
    if (existing) return shownExisting(directory, existing);
    if (payload['onlyReturnExisting'] === true)
      throw new AcmeProblem('accountDoesNotExist', 'no account has this key in this directory');
    const contact = readContacts(payload['contact']);
    const eabKeyId = await this.#binding(directory, key, payload['externalAccountBinding']);
    const takings = eabKeyId === null ? allowances.ofNewAccount(mount.id, origin) : [];
    await allowances.require(takings);
    const account: AcmeAccount = {
      id: ids.acmeAccount.makeAt(clock.now()),
      mountId: mount.id,
      directory: directory.name,
      key,
      status: 'valid',
      contact,
      termsAgreed: payload['termsOfServiceAgreed'] === true,
      eabKeyId,
      createdAt: clock.now(),
    };
    const details = { directory: directory.name, ...(eabKeyId !== null && { eabKey: eabKeyId }) };
    try {
      await this.#write(directory, account, origin, 'acme.account.create', details, [
        ...allowances.using(takings),
        store.inserting(account),
        ...(eabKeyId === null ? [] : [this.deps.eabKeys.using(eabKeyId)]),
      ]);
    } catch (error) {
      if (!(error instanceof ChangesMissing)) throw error;
      const first = await store.byKey(mount.id, directory.name, key.thumbprint);
      if (!first) await allowances.require(takings);
      if (!first) throw unauthorized('the key of the external account was used before');
      return shownExisting(directory, first);
    }
    return created(document(directory, account), accountUrl(directory, account.id));
  }

  /** Shows an account, changes its addresses, or deactivates it. @param payload null to show it @throws AcmeProblem */
  async change(
    directory: Directory,
    account: AcmeAccount,
    payload: Payload | null,
    origin: RequestOrigin,
  ): Promise<AcmeAnswer> {
    if (payload === null) return found(document(directory, account));
    const { status, contact: given } = payload;
    if (status !== undefined && status !== 'deactivated' && status !== account.status)
      throw malformed('the status of an account can only become deactivated');
    const contact = given === undefined ? account.contact : readContacts(given);
    const isEnd = status === 'deactivated';
    if (!isEnd && JSON.stringify(contact) === JSON.stringify(account.contact))
      return found(document(directory, account));
    const after: AcmeAccount = { ...account, contact, status: isEnd ? 'deactivated' : 'valid' };
    const action = isEnd ? 'acme.account.deactivate' : 'acme.account.update';
    // An end is always possible.
    const takings = isEnd ? [] : await this.#takingOne(account, origin);
    await this.#kept(takings, () =>
      this.#write(directory, account, origin, action, {}, [
        ...this.deps.allowances.using(takings),
        this.deps.store.changing(account, contact, isEnd ? this.deps.clock.now() : null),
        ...(isEnd ? [endingOrders(account)] : []),
      ]),
    );
    return found(document(directory, after));
  }

  /** Another key for an account (RFC 8555 §7.3.5). @throws AcmeProblem */
  async changeKey(
    { directory, url }: { readonly directory: Directory; readonly url: string },
    account: AcmeAccount,
    payload: Payload,
    origin: RequestOrigin,
  ): Promise<AcmeAnswer> {
    const inner = readFlattened(payload);
    if (inner.jwk === undefined) throw malformed('the inner request must have the new key as jwk');
    if (inner.nonce !== undefined) throw malformed('the inner request must have no nonce');
    if (inner.url !== url) throw malformed('the url of the inner request is not that of the outer one');
    const key = await keyIn(inner);
    const asked = payloadObject(await verifiedPayload(inner, key));
    if (asked?.['account'] !== accountUrl(directory, account.id))
      throw malformed('account of the inner request is not the account of the outer one');
    if (!isKey(asked['oldKey'], account.key)) throw malformed('oldKey is not the key of the account');
    const other = await this.deps.store.byKey(account.mountId, account.directory, key.thumbprint);
    if (other) throw keyInUse(directory, other.id);
    const takings = await this.#takingOne(account, origin);
    try {
      await this.#kept(takings, () =>
        this.#write(directory, account, origin, 'acme.account.change-key', { thumbprint: key.thumbprint }, [
          ...this.deps.allowances.using(takings),
          this.deps.store.rekeying(account, key),
        ]),
      );
    } catch (error) {
      const first = await this.deps.store.byKey(account.mountId, account.directory, key.thumbprint);
      throw first && first.id !== account.id ? keyInUse(directory, first.id) : error;
    }
    return found(document(directory, { ...account, key }));
  }

  /** RFC 8555 §7.3.4. @returns the id of the key that ties the account; null for none @throws AcmeProblem */
  async #binding(
    { config, base, authority, name }: Directory,
    key: AccountKey,
    given: unknown,
  ): Promise<string | null> {
    if (given === undefined || given === null) {
      if (config.eabPolicy === 'not-required') return null;
      throw new AcmeProblem('externalAccountRequired', 'a new account must be tied to an external account');
    }
    if (!isRecord(given)) throw malformed('externalAccountBinding is not an object');
    const jws = readFlattened(given, boundBy);
    if (jws.kid === undefined) throw malformed('externalAccountBinding has no kid');
    if (jws.nonce !== undefined) throw malformed('externalAccountBinding must have no nonce');
    if (jws.url !== `${base}/new-account`)
      throw malformed('the url of externalAccountBinding is not that of new-account');
    const wrong = () => unauthorized('externalAccountBinding is not by a key of this directory');
    const secret = await this.deps.eabKeys.secretOf(authority.mount.id, name, jws.kid);
    if (!secret) throw wrong();
    let bound: Payload | null;
    try {
      bound = payloadObject(await verifiedBySecret(jws, secret));
    } catch (error) {
      if (error instanceof AcmeProblem) throw wrong();
      throw error;
    }
    if (!isKey(bound, key)) throw malformed('externalAccountBinding is for another key than that of the account');
    return jws.kid;
  }

  async #write(
    { authority }: Directory,
    account: AcmeAccount,
    origin: RequestOrigin,
    action: string,
    details: AuditDetails,
    writes: readonly SqlWrite[],
  ): Promise<void> {
    const target = { type: 'acme-account' as const, id: account.id };
    const record = { mount: authority.mount.path, ...details };
    const { database, audit } = this.deps;
    await database.writeSql([...writes, audit.statement(actorOf(account, origin), action, target, record)]);
  }

  /** Each change is recorded, and so takes room. @throws AcmeProblem */
  async #takingOne(account: AcmeAccount, origin: RequestOrigin): Promise<Takings> {
    const takings = this.deps.allowances.ofNames(account, origin, 1);
    await this.deps.allowances.require(takings);
    return takings;
  }

  async #kept(takings: Takings, write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (error) {
      if (error instanceof ChangesMissing) await this.deps.allowances.require(takings);
      if (error instanceof ChangesMissing) throw unauthorized('the account was changed or deactivated meanwhile');
      throw error;
    }
  }
}

/** What an account that ends had under way. */
const endingOrders = ({ id }: AcmeAccount): SqlWrite => ({
  sql: `UPDATE "AcmeOrder" SET "status" = 'invalid' WHERE "accountId" = ? AND "status" = 'pending'`,
  rows: [[id]],
});

/** Whether it has the same public members. */
function isKey(given: unknown, { jwk }: AccountKey): boolean {
  return (
    isRecord(given) && (['kty', 'crv', 'x', 'y', 'n', 'e'] as const).every((member) => given[member] === jwk[member])
  );
}

function shownExisting(directory: Directory, account: AcmeAccount): AcmeAnswer {
  if (account.status !== 'valid') throw ended(account);
  return found(document(directory, account), { location: accountUrl(directory, account.id) });
}

/** Also of one that is removed while it asks. */
export const noSuchAccount = () =>
  new AcmeProblem('accountDoesNotExist', 'the kid of the request is no account of this directory');

/** RFC 8555 §7.3.6. */
export const ended = ({ status }: AcmeAccount) =>
  new AcmeProblem('unauthorized', `the account is ${status}`, { status: 401 });

const keyInUse = (directory: Directory, id: string) =>
  new AcmeProblem('malformed', 'another account has this key', {
    status: 409,
    headers: { location: accountUrl(directory, id) },
  });

const document = (directory: Directory, { status, contact, termsAgreed }: AcmeAccount) => ({
  status,
  contact,
  ...(termsAgreed && { termsOfServiceAgreed: true }),
  orders: `${directory.base}/orders`,
});
