import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { domainToASCII } from 'node:url';
import { isHostName } from '../../platform/host-name.js';
import { ipOctets, ipText, X509Error } from '../x509/index.js';
import type { Certificate } from '../x509/index.js';

/** The names of a server. */
export interface ServerNames {
  readonly dns: readonly string[];
  readonly ip: readonly string[];
}

/** The ASCII form. Node's converter parses the host of a URL, so it only gets texts that have no other meaning there. */
// oxlint-disable-next-line no-control-regex -- ASCII is exactly that range
const asciiHost = (host: string): string => (/^[\x00-\x7f]*$|[\s#%/:?@[\\\]]/.test(host) ? host : domainToASCII(host));

/** "Every address" is what a server listens on, but it is not a name for the server. */
const unspecified: readonly string[] = ['0.0.0.0', '::'];

/**
 * The names and addresses of a server on this machine: these hosts, localhost, the loopback addresses and the machine's own name.
 * @throws X509Error for a host that is neither a name nor an address
 */
export function serverNames(hosts: readonly string[]): ServerNames {
  // The machine may have a name that certificates cannot contain (an underscore): then it is reached by other names.
  const own = asciiHost(hostname()).toLowerCase();
  const wanted = ['localhost', ...(isHostName(own) ? [own] : []), '127.0.0.1', '::1', ...hosts].map(canonicalHost);
  const names = [...new Set(wanted)].filter((host) => !unspecified.includes(host));
  return { dns: names.filter((name) => !isIP(name)), ip: names.filter((name) => isIP(name)) };
}

function canonicalHost(host: string): string {
  const octets = ipOctets(host.replace(/^\[(.*)\]$/, '$1'));
  if (octets !== undefined) return ipText(octets) ?? host;
  const name = asciiHost(host).toLowerCase();
  if (!isHostName(name)) throw new X509Error('invalid_value', 'host', `"${host}" is no host name and no address`);
  return name;
}

/** Whether a certificate is for exactly these names. */
export function isFor({ extensions }: Certificate, { dns, ip }: ServerNames): boolean {
  const found = extensions.subjectAltName?.map((name) =>
    name.type === 'dns' || name.type === 'ip' ? name.value : `${name.type} `,
  );
  const names = [...dns, ...ip];
  return new Set(found).size === names.length && names.every((name) => found?.includes(name));
}
