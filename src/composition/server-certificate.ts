import type { ServerCertificate, ServerCertificates } from '../pki/server-certificate/server-certificates.js';
import type { Clock } from '../platform/clock.js';
import type { Log } from '../platform/log/log.js';
import type { ServingPlace } from '../platform/processes/serving-place.js';
import { OperatorError } from '../platform/operator-error.js';

/** How often to check whether the certificate is still the right one, in milliseconds. */
const lookMs = 10_000;
/** The shortest time between two checks, even if certificates are short-lived or something fails. */
const leastMs = 1_000;

export interface CertificateDeps {
  readonly certificates: ServerCertificates;
  readonly clock: Clock;
  readonly log: Log;
  /** Runs work while no sibling runs it: one renews the certificate, the others find it renewed. */
  readonly alone: ServingPlace['alone'];
}

/** Keeps the server's own HTTPS certificate valid as long as the server runs. */
export class CertificateKeeper {
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #closed = false;
  /** The last problem: it is logged once, not every time. */
  #trouble: string | undefined;

  constructor(private readonly deps: CertificateDeps) {}

  /**
   * The first certificate. If none can be issued with the present configuration, the server still starts, because otherwise nobody could correct it. Then the
   * last one is served.
   * @throws OperatorError, and the problem if there is no last one
   */
  async first(): Promise<ServerCertificate> {
    try {
      return await this.#ensure();
    } catch (error) {
      const kept = error instanceof OperatorError ? undefined : await this.deps.certificates.kept();
      if (!kept) throw error;
      this.#report(error);
      return kept;
    }
  }

  /** Checks repeatedly, and reports each new certificate. */
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

  /** @returns the certificate to serve: the current one if no other is available */
  async #look(current: ServerCertificate): Promise<ServerCertificate> {
    try {
      const found = await this.#ensure();
      this.#trouble = undefined;
      if (found.cert !== current.cert) this.deps.log.info('the HTTPS certificate was renewed');
      return found;
    } catch (error) {
      this.#report(error);
      // Not again immediately, even if it was due.
      return { ...current, renewAt: new Date(this.deps.clock.now().getTime() + lookMs) };
    }
  }

  #ensure(): Promise<ServerCertificate> {
    const { alone, certificates } = this.deps;
    return alone('server certificate', () => certificates.ensure());
  }

  #report(error: unknown): void {
    const trouble = error instanceof Error ? error.message : String(error);
    if (trouble !== this.#trouble)
      this.deps.log.error({ err: error }, 'the HTTPS certificate could not be renewed; the last one is served');
    this.#trouble = trouble;
  }
}
