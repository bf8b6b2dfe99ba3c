/** A gateway over the boats that answers over HTTPS, for tests of what comes before a request. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { GatewaySettings } from '../../../src/gateway/ports.js';
import type { Gateway, GatewayDeps } from '../../../src/gateway/gateway.js';
import { runGateway } from '../fixture.js';

/** A certificate for localhost that trusts itself. */
export function certificateOf(name: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'trustate-https-'));
  const [key, cert] = [path.join(folder, 'key'), path.join(folder, 'pem')];
  const subject = [
    '-subj',
    `/CN=${name}`,
    '-addext',
    'subjectAltName=DNS:localhost,IP:127.0.0.1',
    '-days',
    '1',
    '-nodes',
  ];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  execFileSync('openssl', ['req', '-x509', ...curve, '-keyout', key, '-out', cert, ...subject], { stdio: 'ignore' });
  const made = { certificate: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
  rmSync(folder, { recursive: true });
  return made;
}

export interface Secure {
  readonly gateway: Gateway;
  readonly port: number;
  /** To trust. */
  readonly ca: string;
  readonly logged: readonly string[];
}

export async function runSecurely(
  settings: Partial<GatewaySettings> = {},
  more: Partial<GatewayDeps> = {},
  mount: (gateway: Gateway) => void = () => undefined,
): Promise<Secure> {
  const pem = certificateOf('localhost');
  const { gateway, logged } = await runGateway(settings, more, mount);
  const { https } = await gateway.listen({ host: '127.0.0.1', httpPort: null, https: { port: 0, ...pem } });
  return { gateway, port: https!.port, ca: pem.certificate, logged };
}
