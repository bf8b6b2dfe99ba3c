import { templateFault } from './templates.js';
import type { ClusterConfig } from './urls-config.js';

const mostAddresses = 64;
const longestAddress = 2048;

/** What is wrong with addresses for certificates to carry; undefined when nothing is. */
export function addressFault(
  addresses: readonly string[],
  { templated, cluster }: { readonly templated: boolean; readonly cluster: ClusterConfig },
): string | undefined {
  if (addresses.length > mostAddresses) return `more than ${mostAddresses} addresses`;
  for (const address of addresses) {
    const shown = JSON.stringify(address.slice(0, 100));
    if (address.length > longestAddress) return `${shown}… is longer than ${longestAddress} characters`;
    const fault = templated ? templateFault(address, cluster) : undefined;
    if (fault !== undefined) return `invalid URL ${shown}: ${fault}`;
    if (!isAddress(templated ? withoutTemplates(address, cluster) : address)) return `invalid URL found: ${shown}`;
  }
  return undefined;
}

const withoutTemplates = (address: string, { path, aiaPath }: ClusterConfig): string =>
  address
    .replace(/\{\{\s*cluster_path\s*\}\}/g, path)
    .replace(/\{\{\s*cluster_aia_path\s*\}\}/g, aiaPath)
    .replace(/\{\{\s*issuer_id\s*\}\}/g, 'issuer');

/** Absolute, of a scheme that AIA and distribution points use, in printable ASCII. */
export function isAddress(address: string): boolean {
  return /^(?:https?|ldaps?|ftp):\/\/[\x21-\x7e]+$/i.test(address) && URL.canParse(address);
}
