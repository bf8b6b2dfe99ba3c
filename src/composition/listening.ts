import { isIP } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Gateway } from '../gateway/gateway.js';
import { isHostName } from '../platform/host-name.js';
import { cannotListen } from '../platform/listening.js';
import type { Config } from '../settings/config.js';

/** @throws OperatorError naming the port that is not available */
export async function listen(gateway: Gateway, config: Config, own: { cert: string; key: string } | null) {
  const { host, httpPort, httpsPort } = config;
  const https = httpsPort === null || !own ? null : { port: httpsPort, certificate: own.cert, key: own.key };
  try {
    return await gateway.listen({ host, httpPort, https });
  } catch (error) {
    const port = error instanceof Error && 'port' in error ? error.port : httpPort;
    const secure = port === httpsPort;
    throw cannotListen(error, {
      host,
      port: (secure ? httpsPort : httpPort) ?? 0,
      variable: secure ? 'TRUSTATE_HTTPS_PORT' : 'TRUSTATE_HTTP_PORT',
    });
  }
}

/** The address of a listener for callers on this machine. */
export function addressText(scheme: 'http' | 'https', host: string, { port }: AddressInfo): string {
  const everywhere = host === '0.0.0.0' || host === '::';
  return `${scheme}://${everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** What a certificate can name. Addresses that mean "all addresses" are no names, and some hosts have names that only DNS knows (an underscore). */
export function certifiable(hosts: readonly string[]): string[] {
  return hosts.filter((host) => {
    const address = isIP(host.replace(/^\[(.*)\]$/, '$1')) !== 0;
    return address ? host !== '0.0.0.0' && host !== '::' : isHostName(host);
  });
}
