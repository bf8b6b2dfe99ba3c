import { isAddress } from './address.js';
import { filledIn, hasTemplates, templateFault } from './templates.js';

const mostAddresses = 64;
const longestAddress = 2048;

/** Templates are written before there is a cluster or an issuer: these values replace them while the form is checked. */
const anyValues = { path: 'https://c.example/v1/pki', aiaPath: 'http://c.example/v1/pki', issuerId: 'issuer' };

/** What is wrong with addresses for certificates; undefined if nothing is. Issuance checks whether the templates can be filled in. */
export function addressFault(addresses: readonly string[], templated: boolean): string | undefined {
  if (addresses.length > mostAddresses) return `more than ${mostAddresses} addresses`;
  for (const address of addresses) {
    const shown = JSON.stringify(address.slice(0, 100));
    if (address.length > longestAddress) return `${shown}… is longer than ${longestAddress} characters`;
    if (!templated && hasTemplates(address)) return `invalid URL found: ${shown}: templating is not enabled`;
    const fault = templateFault(address);
    if (fault !== undefined) return `invalid URL found: ${shown}: ${fault}`;
    if (!isAddress(filledIn(address, anyValues))) return `invalid URL found: ${shown}`;
  }
  return undefined;
}
