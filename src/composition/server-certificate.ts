import type { ServerCertificate } from '../pki/bootstrap-authority.js';
import { ensureServerCertificate } from '../pki/bootstrap-authority.js';
import type { Clock } from '../platform/clock.js';
import type { Log } from '../platform/log/log.js';
import type { Seal } from '../platform/seal/seal.js';

const day = 86_400_000;

export interface CertificateDeps {
  readonly folder: string;
  readonly hosts: readonly string[];
  readonly seal: Seal;
  readonly clock: Clock;
  readonly log: Log;
}

/** The server's own HTTPS certificate, kept valid for as long as the server runs. */
export class CertificateKeeper {
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly deps: CertificateDeps) {}

  ensure(): Promise<ServerCertificate> {
    const { folder, hosts, seal, clock } = this.deps;
    const purpose = 'server-key';
    return ensureServerCertificate({
      folder,
      hosts,
      clock,
      seal: { wrap: (secret) => seal.wrap(purpose, secret), unwrap: (sealed) => seal.unwrap(purpose, sealed) },
    });
  }

  /** Looks once a day, and hands on what was renewed. */
  watch(current: ServerCertificate, renewed: (certificate: ServerCertificate) => void): void {
    let shown = current.cert;
    this.#timer = setInterval(() => {
      this.ensure().then(
        (certificate) => {
          if (certificate.cert === shown) return;
          shown = certificate.cert;
          renewed(certificate);
          this.deps.log.info('the HTTPS certificate was renewed');
        },
        (error: unknown) => {
          this.deps.log.error({ err: error }, 'the HTTPS certificate could not be renewed');
        },
      );
    }, day);
    this.#timer.unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
