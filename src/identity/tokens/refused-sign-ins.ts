import type { Audit, Denial } from '../audit/audit.js';
import type { RequestOrigin } from '../caller.js';
import type { Clock } from '../../platform/clock.js';
import type { TokenId } from '../../platform/ids.js';
import { networkOf } from '../../platform/networks.js';
import { outsideWork } from '../../platform/work/work.js';
import type { AuditDetails } from '../audit/target.js';

/** Why somebody is refused. Only for the audit: the sender learns only that it is not valid. */
export type SignInRefusal =
  | 'malformed'
  | 'unknown'
  | 'wrong-secret'
  | 'revoked'
  | 'expired'
  /** The user is suspended, or the owner of the token is deleted. */
  | 'no-holder'
  /** The token may not be used from the address of the request. */
  | 'other-network'
  /** What was sent to a method to sign in: a wrong name or password, certificates that nothing trusts, a wrong challenge. */
  | 'wrong-password'
  | 'wrong-certificate'
  | 'wrong-challenge';

/** Milliseconds from the first refusal after a quiet time to its record, and after that between two writes. */
const firstMs = 1_000;
const nextMs = 60_000;
/** Networks with a record of their own in one write; all others share one record. */
const mostNetworks = 100;
/** Tokens in one record. */
const mostTokens = 8;

/** The refusals from one network since the last write. */
interface Refusals {
  readonly first: { readonly at: Date; readonly origin: RequestOrigin | undefined };
  count: number;
  readonly reasons: Map<SignInRefusal, number>;
  readonly tokens: Set<TokenId>;
}

/**
 * Records refused tokens from any interface: one record a minute for each network (an address, or the /64 of an IPv6 address), with their number and the
 * reasons. However many are sent from however many addresses, there are at most a hundred and one records a minute.
 */
export class RefusedSignIns {
  #noted = new Map<string, Refusals>();
  #timer: NodeJS.Timeout | undefined;
  #written = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly deps: { readonly audit: Audit; readonly clock: Clock; readonly failed: (error: unknown) => void },
  ) {}

  /** @param tokenId if the token has one that reveals nothing of its secret */
  note(reason: SignInRefusal, tokenId: TokenId | null, origin: RequestOrigin): void {
    const refusals = this.#of(origin);
    refusals.count += 1;
    refusals.reasons.set(reason, (refusals.reasons.get(reason) ?? 0) + 1);
    if (tokenId !== null && refusals.tokens.size < mostTokens) refusals.tokens.add(tokenId);
    this.#expect();
  }

  /** Writes the collected refusals; must be called before the database closes. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#noted.size === 0) return;
    const noted = this.#noted;
    this.#noted = new Map();
    this.#written = performance.now();
    try {
      await this.deps.audit.deniedTogether([...noted.values()].map(denialOf));
    } catch (error) {
      // They are counted further: the disk may be full, and the memory is limited.
      for (const [network, refusals] of this.#noted) add(noted, network, refusals);
      this.#noted = noted;
      this.#expect();
      throw error;
    }
  }

  #of(origin: RequestOrigin): Refusals {
    const network = networkOf(origin.remoteAddress);
    const known = this.#noted.get(network);
    if (known) return known;
    const isOwn = this.#noted.size < mostNetworks;
    const key = isOwn ? network : others;
    const shared = this.#noted.get(key);
    if (shared) return shared;
    const first = { at: this.deps.clock.now(), origin: isOwn ? origin : undefined };
    const begun: Refusals = { first, count: 0, reasons: new Map(), tokens: new Set() };
    this.#noted.set(key, begun);
    return begun;
  }

  #expect(): void {
    const wait = Math.max(firstMs, this.#written + nextMs - performance.now());
    this.#timer ??= setTimeout(() => {
      outsideWork(() => this.flush()).catch(this.deps.failed);
    }, wait).unref();
  }
}

const others = 'others';

function add(all: Map<string, Refusals>, network: string, { count, reasons, tokens, first }: Refusals): void {
  const key = all.has(network) || all.size < mostNetworks ? network : others;
  const sum = all.get(key);
  if (!sum) {
    all.set(key, { first: key === others ? { ...first, origin: undefined } : first, count, reasons, tokens });
    return;
  }
  sum.count += count;
  for (const [reason, times] of reasons) sum.reasons.set(reason, (sum.reasons.get(reason) ?? 0) + times);
  for (const token of tokens) if (sum.tokens.size < mostTokens) sum.tokens.add(token);
}

function denialOf({ first, count, reasons, tokens }: Refusals): Denial {
  const { at, origin } = first;
  const [token = null, ...more] = tokens;
  const details: AuditDetails = {
    count,
    reasons: Object.fromEntries(reasons),
    ...(more.length > 0 && { tokens: [...tokens] }),
    ...(!origin && { from: 'other addresses' }),
  };
  return {
    at,
    actor: {
      kind: 'anonymous',
      username: 'refused-token',
      ...(origin && { origin }),
      ...(token !== null && more.length === 0 && { tokenId: token }),
    },
    action: 'sign-in',
    target: { type: 'token', id: more.length === 0 ? (token ?? 'none') : 'several' },
    problem: 'UNAUTHENTICATED',
    details,
  };
}
