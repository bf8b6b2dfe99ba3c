import type { RequestOrigin } from '../../identity/caller.js';
import type { AccountKey } from './account-key.js';
import type { AccountStore, AcmeAccount } from './account.store.js';
import { accountUrl, ended, noSuchAccount } from './accounts.js';
import type { Accounts } from './accounts.js';
import { found } from './acme-answer.js';
import type { AcmeAnswer } from './acme-answer.js';
import type { AcmeRevocation } from './acme-revocation.js';
import { AcmeProblem, malformed, unauthorized } from './acme-problem.js';
import type { Directories, Directory, DirectoryPlace } from './directory.js';
import type { Finalization } from './finalization.js';
import { keyIn, payloadObject, readJws, verifiedPayload } from './jws.js';
import type { ReadJws } from './jws.js';
import type { Nonces } from './nonces.js';
import type { Orders } from './orders.js';
import type { RenewalInformation } from './renewal-information.js';

type Payload = Readonly<Record<string, unknown>>;
type Parts = Readonly<Partial<Record<'id' | 'type' | 'chain', string>>>;

/** A request below a directory. */
export interface AcmeRequest {
  readonly place: DirectoryPlace;
  /** Below `acme/`, with what follows a question mark. */
  readonly path: string;
  readonly parts: Parts;
  readonly body: unknown;
  /** What follows `cursor=` in the path; null without. */
  readonly cursor: string | null;
  readonly origin: RequestOrigin;
}

/** A request whose signature is that of an account or of a key. */
interface Signed {
  readonly directory: Directory;
  readonly url: string;
  readonly origin: RequestOrigin;
  readonly parts: Parts;
  readonly cursor: string | null;
  /** Null for POST-as-GET. */
  readonly payload: Payload | null;
}
interface ByAccount extends Signed {
  readonly account: AcmeAccount;
}
type By =
  | { readonly account: AcmeAccount; readonly key: AccountKey }
  | { readonly account: null; readonly key: AccountKey };

/** What a path does for whoever signs with the key of an account. */
export type AccountOperation = (asked: ByAccount) => Promise<AcmeAnswer>;

/** Requests of ACME (RFC 8555 §6): who signs them, and what they do. */
export class AcmeServer {
  constructor(
    private readonly deps: {
      readonly directories: Directories;
      readonly nonces: Nonces;
      readonly accountStore: AccountStore;
      readonly accounts: Accounts;
      readonly orders: Orders;
      readonly finalization: Finalization;
      readonly revocation: AcmeRevocation;
      readonly renewal: RenewalInformation;
    },
  ) {}

  nonce(): string {
    return this.deps.nonces.make();
  }

  /** @throws AcmeProblem, MOUNT_NOT_FOUND */
  open(place: DirectoryPlace): Promise<Directory> {
    return this.deps.directories.open(place);
  }

  /** RFC 8555 §7.1.1. @throws AcmeProblem, MOUNT_NOT_FOUND */
  async directory(place: DirectoryPlace): Promise<AcmeAnswer> {
    const { directories } = this.deps;
    const directory = await directories.open(place);
    if (place.role !== undefined) await directories.deciderOf(directory, null);
    const profiles = await directories.profilesOf(directory);
    const { base, config } = directory;
    return found({
      newNonce: `${base}/new-nonce`,
      newAccount: `${base}/new-account`,
      newOrder: `${base}/new-order`,
      revokeCert: `${base}/revoke-cert`,
      keyChange: `${base}/key-change`,
      renewalInfo: `${base}/renewal-info`,
      meta: {
        externalAccountRequired: config.eabPolicy !== 'not-required',
        ...(profiles.length > 0 && {
          profiles: Object.fromEntries(profiles.map((name) => [name, `as the role ${name} allows`])),
        }),
      },
    });
  }

  /** RFC 9773 §4. @throws AcmeProblem, MOUNT_NOT_FOUND */
  async renewalInformation(place: DirectoryPlace, id: string): Promise<AcmeAnswer> {
    return this.deps.renewal.of(await this.open(place), id);
  }

  /** @throws AcmeProblem, MOUNT_NOT_FOUND */
  newAccount(request: AcmeRequest): Promise<AcmeAnswer> {
    return this.#signed(request, async ({ directory, payload, origin }, jws, by) => {
      if (by.account || jws.kid !== undefined) throw malformed('a new account must come with its key as jwk');
      return this.deps.accounts.open(directory, by.key, required(payload), origin);
    });
  }

  /** By the key of an account or of the certificate. @throws AcmeProblem, MOUNT_NOT_FOUND */
  revokeCertificate(request: AcmeRequest): Promise<AcmeAnswer> {
    return this.#signed(request, async ({ directory, payload, origin }, _jws, { account, key }) =>
      this.deps.revocation.revoke(directory, account ? { account } : { key }, required(payload), origin),
    );
  }

  /** Whatever only accounts may do. @throws AcmeProblem, MOUNT_NOT_FOUND */
  byAccount(request: AcmeRequest, work: AccountOperation): Promise<AcmeAnswer> {
    return this.#signed(request, async (signed, _jws, { account }) => {
      if (!account) throw malformed('the request must name its account as kid');
      return work({ ...signed, account });
    });
  }

  /** The account itself. */
  readonly account: AccountOperation = async ({ directory, account, payload, origin, parts }) => {
    if (parts.id !== account.id) throw unauthorized('this is not the account that signs the request');
    return this.deps.accounts.change(directory, account, payload, origin);
  };

  readonly keyChange: AccountOperation = async ({ directory, url, account, payload, origin }) =>
    this.deps.accounts.changeKey({ directory, url }, account, required(payload), origin);

  readonly newOrder: AccountOperation = async (asked) => this.deps.orders.create(asked, required(asked.payload));

  readonly orderList: AccountOperation = async (asked) => {
    requireNothing(asked.payload);
    return this.deps.orders.list(asked, asked.cursor);
  };

  readonly order: AccountOperation = async (asked) => {
    requireNothing(asked.payload);
    return this.deps.orders.show(asked, asked.parts.id ?? '');
  };

  readonly finalize: AccountOperation = async (asked) =>
    this.deps.finalization.finalize(asked, asked.parts.id ?? '', required(asked.payload));

  readonly certificate: AccountOperation = async (asked) => {
    requireNothing(asked.payload);
    const { chain = '0' } = asked.parts;
    return this.deps.finalization.certificate(asked, asked.parts.id ?? '', /^\d$/.test(chain) ? Number(chain) : -1);
  };

  readonly authorization: AccountOperation = async (asked) =>
    this.deps.orders.authorization(asked, asked.parts.id ?? '', asked.payload);

  readonly challenge: AccountOperation = async (asked) =>
    this.deps.orders.challenge(asked, asked.parts.id ?? '', asked.parts.type ?? '', asked.payload);

  /** RFC 8555 §6.2 to §6.5. */
  async #signed(
    request: AcmeRequest,
    work: (signed: Signed, jws: ReadJws, by: By) => Promise<AcmeAnswer>,
  ): Promise<AcmeAnswer> {
    const directory = await this.open(request.place);
    const url = `${directory.base}/${request.path}`;
    const jws = readJws(request.body);
    if (jws.url !== url) throw unauthorized('the url of the request is not the one that it was sent to');
    const by = await this.#signer(directory, jws);
    const bytes = await verifiedPayload(jws, by.key);
    await this.deps.nonces.use(jws.nonce);
    if (by.account && by.account.status !== 'valid') throw ended(by.account);
    if (by.account?.eabKeyId === null && directory.config.eabPolicy === 'always-required')
      throw new AcmeProblem('externalAccountRequired', 'the account is not tied to an external account');
    const { parts, origin, cursor } = request;
    const signed = { directory, url, origin, parts, cursor, payload: payloadObject(bytes) };
    return work(signed, jws, by);
  }

  async #signer(directory: Directory, jws: ReadJws): Promise<By> {
    if (jws.kid === undefined) return { account: null, key: await keyIn(jws) };
    const prefix = accountUrl(directory, '');
    const id = jws.kid.startsWith(prefix) ? jws.kid.slice(prefix.length) : '';
    const account = /^acct-\w{16}$/.test(id) ? await this.deps.accountStore.find(id) : null;
    const isOfHere = account?.mountId === directory.authority.mount.id && account.directory === directory.name;
    if (!account || !isOfHere) throw noSuchAccount();
    return { account, key: account.key };
  }
}

function required(payload: Payload | null): Payload {
  if (!payload) throw malformed('the request has no payload');
  return payload;
}

/** RFC 8555 §6.3. */
function requireNothing(payload: Payload | null): void {
  if (payload) throw malformed('the payload of POST-as-GET must be empty');
}
