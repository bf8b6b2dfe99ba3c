import type { Sender } from '../http/senders.js';

/** Which pages may open lasting connections. Browsers let any page open a WebSocket to any server, and send the page's origin. Other clients send none. */
export class Origins {
  readonly #allowed: ReadonlySet<string>;

  /** @param allowed in addition to the server's own */
  constructor(allowed: readonly string[]) {
    this.#allowed = new Set(allowed.map((origin) => new URL(origin).origin));
  }

  allows(origin: string | undefined, { scheme, host }: Pick<Sender, 'scheme' | 'host'>): boolean {
    if (origin === undefined) return true;
    // Sent by pages without an origin of their own, such as a sandboxed frame.
    if (origin === 'null' || !URL.canParse(origin)) return false;
    const asked = new URL(origin).origin;
    return this.#allowed.has(asked) || (host !== undefined && asked === originOf(scheme, host));
  }
}

function originOf(scheme: string, host: string): string | null {
  const url = `${scheme}://${host}`;
  return URL.canParse(url) ? new URL(url).origin : null;
}
