import type { Sender } from '../http/senders.js';

/**
 * Which pages may open connections that stay open: browsers let any page open a WebSocket to anywhere, and say where it came from. Who is no browser
 * says nothing.
 */
export class Origins {
  readonly #allowed: ReadonlySet<string>;

  /** @param allowed in addition to the server's own */
  constructor(allowed: readonly string[]) {
    this.#allowed = new Set(allowed.map((origin) => new URL(origin).origin));
  }

  allows(origin: string | undefined, { scheme, host }: Pick<Sender, 'scheme' | 'host'>): boolean {
    if (origin === undefined) return true;
    // Sent by pages that have no origin of their own, such as a sandboxed frame.
    if (origin === 'null' || !URL.canParse(origin)) return false;
    const asked = new URL(origin).origin;
    return this.#allowed.has(asked) || (host !== undefined && asked === originOf(scheme, host));
  }
}

function originOf(scheme: string, host: string): string | null {
  const url = `${scheme}://${host}`;
  return URL.canParse(url) ? new URL(url).origin : null;
}
