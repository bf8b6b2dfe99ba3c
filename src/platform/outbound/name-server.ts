import { Resolver } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { errorCode } from '../operator-error.js';
import { reasonOf } from './call-end.js';
import { OutboundFailure } from './outbound-failure.js';

/** Milliseconds for one question, and how often it is asked. */
const patience = { timeout: 2_000, tries: 2 };

/** How many aliases lead to a text. */
const mostAliases = 8;
/** Texts of one name that are looked at. */
const mostTexts = 100;

/** Nothing is there, as opposed to nobody answering. */
const absent: ReadonlySet<string> = new Set(['ENODATA', 'ENOTFOUND']);

/** Name servers that are asked directly, without the hosts file and the search domains of this machine. */
export class NameServer {
  /** @param at `address:port`; absent for the name servers of this machine */
  constructor(private readonly at?: string) {}

  /** Of a host, by both families. @throws OutboundFailure `unresolved` */
  async addresses(hostname: string): Promise<readonly LookupAddress[]> {
    const resolver = this.#resolver();
    const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    if (four.status === 'rejected' && six.status === 'rejected') throw failed(hostname, 'address', four.reason);
    const of = (settled: PromiseSettledResult<string[]>, family: number) =>
      settled.status === 'fulfilled' ? settled.value.map((address) => ({ address, family })) : [];
    return [...of(four, 4), ...of(six, 6)];
  }

  /** The texts of a name, after its aliases. @throws OutboundFailure `unresolved`; the reason of `signal` */
  async texts(name: string, signal: AbortSignal): Promise<readonly string[]> {
    const resolver = this.#resolver();
    const giveUp = () => {
      resolver.cancel();
    };
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      let asked = name;
      for (let aliases = 0; aliases <= mostAliases; aliases += 1) {
        signal.throwIfAborted();
        const texts = await orNone(resolver.resolveTxt(asked));
        if (texts.length > 0) return texts.slice(0, mostTexts).map((parts) => parts.join(''));
        // A server that is not recursive says where to go on.
        const [alias] = await orNone(resolver.resolveCname(asked));
        if (alias === undefined) throw new OutboundFailure('unresolved', `${name} has no TXT record`);
        asked = alias;
      }
      throw new OutboundFailure('unresolved', `${name} leads to more than ${mostAliases} aliases`);
    } catch (error) {
      if (signal.aborted) throw reasonOf(signal);
      throw error instanceof OutboundFailure ? error : failed(name, 'TXT record', error);
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  }

  #resolver(): Resolver {
    const resolver = new Resolver(patience);
    if (this.at !== undefined) resolver.setServers([this.at]);
    return resolver;
  }
}

async function orNone<T>(asked: Promise<T[]>): Promise<T[]> {
  try {
    return await asked;
  } catch (error) {
    if (absent.has(errorCode(error) ?? '')) return [];
    throw error;
  }
}

function failed(name: string, what: string, cause: unknown): OutboundFailure {
  const code = errorCode(cause);
  const why =
    code === undefined || !absent.has(code) ? `the name server did not answer (${code ?? 'no reason'})` : 'it has none';
  return new OutboundFailure('unresolved', `no ${what} of ${name}: ${why}`, { cause });
}
