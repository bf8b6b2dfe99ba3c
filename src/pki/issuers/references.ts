import { passing, problem } from '../../platform/problems.js';
import type { ProblemError } from '../../platform/problems.js';
import { longestName, referencePattern } from '../policy/index.js';
import type { Said } from '../../platform/wording.js';

/** The reference to the mount's default; it is not a name. */
export const defaultReference = 'default';

/** The default cannot be chosen by its own name. */
export const noDefaultItself = (): ProblemError =>
  problem('INVALID_INPUT', "invalid issuer specification; must be non-empty and can't be 'default'", ['default']);

/** Something that a reference can name: an issuer or a key of a mount. */
export interface Referable {
  readonly id: string;
  readonly uuid: string;
  readonly name: string | null | undefined;
}

/** By either kind of identifier, or by name. */
export function findReferred<T extends Referable>(all: readonly T[], reference: string): T | undefined {
  return (
    all.find(({ id, uuid }) => id === reference || uuid === reference) ?? all.find(({ name }) => name === reference)
  );
}

/** Vault's clients get OpenBao's message. */
const notFound = (what: 'issuer' | 'key', reference: string): Said =>
  reference === defaultReference
    ? {
        inVault: `unable to find PKI ${what} for reference: ${reference}: no default ${what} currently configured`,
        inGraphql: `the mount has no default ${what}`,
      }
    : {
        inVault: `unable to find PKI ${what} for reference: ${reference}`,
        inGraphql: `there is no ${what} with the reference ${reference}`,
      };

export const issuerNotFound = (reference: string): ProblemError =>
  problem('ISSUER_NOT_FOUND', notFound('issuer', reference));

export const keyNotFound = (reference: string): ProblemError => problem('KEY_NOT_FOUND', notFound('key', reference));

const uuidShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The name of an issuer or a key, in the form that Vault accepts; empty for none.
 * @throws INVALID_INPUT naming the field: reserved, of another form, or with the form of an identifier
 */
export function readName(what: 'issuer' | 'key', text: string, field: string): string | null {
  const name = text.trim();
  if (name === '') return null;
  const refused = (why: string) => problem('INVALID_INPUT', why, [field], passing(name.length, longestName));
  if (name.toLowerCase() === defaultReference)
    throw refused(`reserved keyword 'default' can not be used as ${what} name`);
  if (!referencePattern.test(name)) throw refused(`${what} name contained invalid characters`);
  if (name.length > longestName) throw refused(`${what} name may have at most ${longestName} characters`);
  if (uuidShape.test(name)) throw refused(`${what} name can not be a UUID`);
  return name;
}
