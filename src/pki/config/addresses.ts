import { readable } from '../../platform/problems.js';
import { fieldName, worded } from '../../platform/wording.js';
import type { Said } from '../../platform/wording.js';
import { isAddress } from './address.js';
import { filledIn, hasTemplates, templateFault } from './templates.js';

const mostAddresses = 64;
const longestAddress = 2048;

/** Templates are written before there is a cluster or an issuer: these values replace them while the form is checked. */
const anyValues = { path: 'https://c.example/v1/pki', aiaPath: 'http://c.example/v1/pki', issuerId: 'issuer' };

/**
 * What is wrong with addresses for certificates; undefined if nothing is. Issuance checks whether the templates can be filled in.
 * @param field the name of the list in GraphQL
 */
export function addressFault(field: string, addresses: readonly string[], templated: boolean): Said | undefined {
  const name = fieldName(field);
  if (addresses.length > mostAddresses) return worded`${name} has more than ${mostAddresses} addresses`;
  const invalid = (said: string) =>
    worded`invalid URL found in Authority Information Access (AIA) parameter ${name}: ${said}`;
  for (const address of addresses) {
    const shown = JSON.stringify(address.slice(0, 100));
    if (address.length > longestAddress) return worded`${name}: ${shown}… is longer than ${longestAddress} characters`;
    if (!templated && hasTemplates(address)) return invalid(`${shown}: templating is not enabled`);
    const fault = templateFault(address);
    if (fault !== undefined) return invalid(`${shown}: ${fault}`);
    if (!isAddress(filledIn(address, anyValues))) return invalid(readable(address));
  }
  return undefined;
}
