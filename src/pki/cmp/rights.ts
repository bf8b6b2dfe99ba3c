import type { Caller } from '../../identity/caller.js';
import type { Certificate } from '../x509/index.js';
import { CmpRefusal } from './cmp-refusal.js';
import type { OpenPlace } from './places.js';
import { isRegistrationAuthority } from './senders.js';
import type { Sender, Senders } from './senders.js';
import { isUsedUp } from './secrets.js';
import type { TransactionStore } from './transaction.store.js';

/** A certificate of the mount that a message is about. */
export interface MeantCertificate {
  /** Null if it is not stored. */
  readonly id: string | null;
  readonly certificate: Certificate;
}

/** What a sender may do, and as whom. */
export interface Allowed {
  /** Who asks; null for the holder of a secret or of a certificate of this mount. */
  readonly caller: Caller | null;
  /** The role that a secret is bound to. */
  readonly role: string | null;
}

/** Who may ask for what (docs/cmp.md, "Who may do what"). */
export class CmpRights {
  constructor(private readonly deps: { readonly senders: Senders; readonly transactions: TransactionStore }) {}

  /** A certificate for whatever the role allows. @throws CmpRefusal */
  async toEnrol(place: OpenPlace, sender: Sender): Promise<Allowed> {
    if (sender.by === 'signature') return { caller: await this.deps.senders.caller(place, sender), role: null };
    requireUses(sender);
    return { caller: null, role: sender.row.role };
  }

  /**
   * A certificate in place of another. The one that it replaces may ask for that itself if it was had by CMP: whoever got a certificate by another way cannot
   * renew it for ever.
   * @throws CmpRefusal
   */
  async toRenew(place: OpenPlace, sender: Sender, meant: MeantCertificate): Promise<Allowed> {
    if (sender.by === 'secret') {
      requireUses(sender);
      if (!(await this.#isOfSecret(sender, meant))) throw otherCertificate();
      return { caller: null, role: sender.row.role };
    }
    const isOwn = sender.certificate.der.equals(meant.certificate.der);
    if (isOwn && sender.own && (await this.#wasEnrolled(sender.own.id))) return { caller: null, role: null };
    const caller = await this.deps.senders.caller(place, sender);
    if (!isOwn && !(await this.#isAuthority(place, sender, caller))) throw otherCertificate();
    return { caller, role: null };
  }

  /** The end of a certificate: of one's own always. @throws CmpRefusal */
  async toRevoke(place: OpenPlace, sender: Sender, meant: MeantCertificate): Promise<Allowed> {
    if (sender.by === 'secret') {
      if (!(await this.#isOfSecret(sender, meant))) throw otherCertificate();
      return { caller: null, role: null };
    }
    if (sender.own && sender.certificate.der.equals(meant.certificate.der)) return { caller: null, role: null };
    const caller = await this.deps.senders.caller(place, sender);
    if (!(await this.deps.senders.allows(place, caller, 'revoke'))) throw otherCertificate();
    return { caller, role: null };
  }

  /** Whoever is known at all: only then is anything done, written or told. @throws CmpRefusal */
  async requireKnown(place: OpenPlace, sender: Sender): Promise<void> {
    if (sender.by === 'signature' && !sender.own) await this.deps.senders.caller(place, sender);
  }

  /** That the key of a request was proved to the sender. @throws CmpRefusal */
  async requireVoucher(place: OpenPlace, sender: Sender, { caller }: Allowed): Promise<void> {
    const may =
      sender.by === 'secret'
        ? sender.row.registrationAuthority
        : caller !== null && (await this.#isAuthority(place, sender, caller));
    if (!may)
      throw new CmpRefusal(
        'badPOP',
        'the sender is no registration authority, which could vouch for the key (raVerified)',
      );
  }

  /** A certificate that says it, and policies that say so too: the first alone could be had from a generous role. */
  async #isAuthority(place: OpenPlace, sender: Sender & { by: 'signature' }, caller: Caller): Promise<boolean> {
    return isRegistrationAuthority(sender) && (await this.deps.senders.allows(place, caller, 'cmp/ra'));
  }

  async #isOfSecret({ row }: Sender & { by: 'secret' }, { id }: MeantCertificate): Promise<boolean> {
    if (row.registrationAuthority) return true;
    const transaction = id === null ? null : await this.deps.transactions.ofCertificate(id);
    return transaction?.secretId === row.id;
  }

  async #wasEnrolled(certificateId: string): Promise<boolean> {
    return (await this.deps.transactions.ofCertificate(certificateId))?.state === 'confirmed';
  }
}

function requireUses({ row }: Sender & { by: 'secret' }): void {
  if (isUsedUp(row))
    throw new CmpRefusal('notAuthorized', 'the secret is used up: no further certificate is issued by it');
}

const otherCertificate = () =>
  new CmpRefusal('notAuthorized', 'the sender may not do that to this certificate, which is not its own');
