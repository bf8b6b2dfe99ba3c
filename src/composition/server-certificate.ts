import type { ServerCertificate, ServerCertificates } from '../pki/server-certificate/server-certificates.js';
import type { Clock } from '../platform/clock.js';
import type { Log } from '../platform/log/log.js';
import { OperatorError } from '../platform/operator-error.js';

/** How often somebody looks whether the certificate is still the one to serve with, in milliseconds. */
const lookMs = 5_000;
/** However short certificates live, and whatever goes wrong, not more often than this. */
const leastMs = 1_000;

export interface CertificateDeps {
  readonly certificates: ServerCertificates;
  readonly clock: Clock;
  readonly log: Log;
}

/** Keeps the server's own HTTPS certificate good for as long as the server runs. */
export class CertificateKeeper {
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #closed = false;
  /** What went wrong last: said once, not every time. */
  #trouble: string | undefined;

  constructor(private readonly deps: CertificateDeps) {}

  /**
   * The certificate to begin with. One that can no longer be issued as it is configured does not keep the server from starting: how else could that be put
   * right? Then the last one is served.
   * @throws OperatorError, and what went wrong where there is no last one
   */
  async first(): Promise<ServerCertificate> {
    try {
      return await this.deps.certificates.ensure();
    } catch (error) {
      const kept = error instanceof OperatorError ? undefined : await this.deps.certificates.kept();
      if (!kept) throw error;
      this.#report(error);
      return kept;
    }
  }

  /** Looks again and again, and hands on what is to be served from now on. */
  watch(current: ServerCertificate, renewed: (certificate: ServerCertificate) => void): void {
    if (this.#closed) return;
    const wait = current.renewAt.getTime() - this.deps.clock.now().getTime();
    this.#timer = setTimeout(
      () => {
        this.#looking = this.#look(current).then((next) => {
          if (next.cert !== current.cert) renewed(next);
          this.watch(next, renewed);
        });
      },
      Math.max(leastMs, Math.min(wait, lookMs)),
    );
    this.#timer.unref();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  /** @returns what is to be served: the current one where there is no other to be had */
  async #look(current: ServerCertificate): Promise<ServerCertificate> {
    try {
      const found = await this.deps.certificates.ensure();
      this.#trouble = undefined;
      if (found.cert !== current.cert) this.deps.log.info('the HTTPS certificate was renewed');
      return found;
    } catch (error) {
      this.#report(error);
      // Not at once again, whenever it was due.
      return { ...current, renewAt: new Date(this.deps.clock.now().getTime() + lookMs) };
    }
  }

  #report(error: unknown): void {
    const trouble = error instanceof Error ? error.message : String(error);
    if (trouble !== this.#trouble)
      this.deps.log.error({ err: error }, 'the HTTPS certificate could not be renewed; the last one is served');
    this.#trouble = trouble;
  }
}
