import type { Caller } from '../../identity/caller.js';
import type { Certificate } from '../x509/index.js';
import { CmpRefusal } from './cmp-refusal.js';
import type { OpenPlace } from './places.js';
import { isRegistrationAuthority } from './senders.js';
import type { OwnCertificate, Sender, Senders } from './senders.js';
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
  /** The role that a secret is bound to, or that the certificate which is renewed was had by. */
  readonly role: string | null;
  /** Whether no other role decides, and no other issuer signs than the one of that role, or that of the certificate before. */
  readonly isBound: boolean;
}

/** Who may ask for what (docs/cmp.md, "Who may do what"). */
export class CmpRights {
  constructor(private readonly deps: { readonly senders: Senders; readonly transactions: TransactionStore }) {}

  /** A certificate for whatever the role allows. @throws CmpRefusal */
  async toEnrol(place: OpenPlace, sender: Sender): Promise<Allowed> {
    if (sender.by === 'signature') return { ...free, caller: await this.deps.senders.caller(place, sender) };
    requireUses(sender);
    return ofSecret(sender);
  }

  /**
   * A certificate in place of another. The one that it replaces may ask for that itself if it was obtained by CMP: whoever got a certificate by another way cannot
   * renew it for ever.
   * @throws CmpRefusal
   */
  async toRenew(place: OpenPlace, sender: Sender, meant: MeantCertificate): Promise<Allowed> {
    if (sender.by === 'secret') {
      requireUses(sender);
      if (!(await this.#isOfSecret(sender, meant))) throw otherCertificate();
      return ofSecret(sender);
    }
    const isOwn = sender.certificate.der.equals(meant.certificate.der);
    if (isOwn && sender.own && (await this.#wasEnrolled(sender.own.id))) return ofOwn(sender.own);
    const caller = await this.deps.senders.caller(place, sender);
    if (!isOwn && !(await this.#isAuthority(place, sender, caller))) throw otherCertificate();
    return { ...free, caller };
  }

  /** The end of a certificate: of one's own always. @throws CmpRefusal */
  async toRevoke(place: OpenPlace, sender: Sender, meant: MeantCertificate): Promise<Pick<Allowed, 'caller'>> {
    if (sender.by === 'secret') {
      if (!(await this.#isOfSecret(sender, meant))) throw otherCertificate();
      return { caller: null };
    }
    if (sender.own && sender.certificate.der.equals(meant.certificate.der)) return { caller: null };
    const caller = await this.deps.senders.caller(place, sender);
    if (!(await this.deps.senders.allows(place, caller, 'revoke'))) throw otherCertificate();
    return { caller };
  }

  /** Whoever is known at all: only then is anything done, written or told. @throws CmpRefusal */
  async requireKnown(place: OpenPlace, sender: Sender): Promise<void> {
    if (sender.by === 'signature' && !sender.own) await this.deps.senders.caller(place, sender);
  }

  /** What is told to a sender of the role that would decide. @throws CmpRefusal */
  async toAsk(place: OpenPlace, sender: Sender, profile: string | null): Promise<Allowed> {
    if (sender.by === 'secret') return ofSecret(sender);
    const { own } = sender;
    if (own && (profile === null || profile === own.roleName)) return ofOwn(own);
    return { ...free, caller: await this.deps.senders.caller(place, sender) };
  }

  /**
   * The role that decides; null for that of the path, or the usual one. Whoever policies allow one path names no other role in the message than they allow too.
   * @throws CmpRefusal
   */
  async roleOf(place: OpenPlace, { caller, role, isBound }: Allowed, profile: string | null): Promise<string | null> {
    const named = profile ?? place.role ?? null;
    if (isBound && named !== null && named !== role)
      throw new CmpRefusal('notAuthorized', 'the path or the profile is another role than the sender may use');
    if (caller && profile !== null && place.role === undefined) {
      const below = place.path.replace(/cmp$/, `roles/${profile}/cmp`);
      if (!(await this.deps.senders.allows(place, caller, below)))
        throw new CmpRefusal('notAuthorized', 'the sender may not use the role that the profile names');
    }
    return isBound ? role : profile;
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

const free: Allowed = { caller: null, role: null, isBound: false };
const ofSecret = ({ row: { role } }: Sender & { by: 'secret' }): Allowed => ({
  caller: null,
  role,
  isBound: role !== null,
});
/** A certificate renews itself as it was had: whoever was allowed one role cannot take another with it. */
const ofOwn = ({ roleName }: OwnCertificate): Allowed => ({ caller: null, role: roleName, isBound: true });

function requireUses({ row }: Sender & { by: 'secret' }): void {
  if (isUsedUp(row))
    throw new CmpRefusal('notAuthorized', 'the secret is used up: no further certificate is issued by it');
}

const otherCertificate = () =>
  new CmpRefusal('notAuthorized', 'the sender may not do that to this certificate, which is not its own');
