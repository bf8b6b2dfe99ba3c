import { hash, timingSafeEqual } from 'node:crypto';
import { ids, randomLetters } from '../../platform/ids.js';
import type { TokenId } from '../../platform/ids.js';

/** The content of a token's text: its row, and the hash that the row must have. */
export interface PresentedToken {
  readonly id: TokenId;
  /** SHA-256, hex. */
  readonly secretHash: string;
}

/** A new token. `text` is shown once and not stored. */
export interface IssuedToken extends PresentedToken {
  readonly text: string;
}

const issued = /^([A-Za-z0-9]{16})\.atlasv1\.([A-Za-z0-9_-]{32,256})$/;
const given = /^[\x21-\x7e]{16,256}$/;

/** 62^43 is just above 2^256. */
const secretLetters = 43;

/** `<id>.atlasv1.<secret>`; the row's id is `at-<id>`. */
export function issueToken(): IssuedToken {
  const id = ids.token.make();
  const secret = randomLetters(secretLetters);
  return { id, secretHash: sha256(secret), text: `${id.slice('at-'.length)}.atlasv1.${secret}` };
}

/** A token whose text was chosen, which is as hard to find out as that text. `null` for a text that no caller could send as a token of its own. */
export function chosenToken(text: string): IssuedToken | null {
  const presented = text.includes('.') ? null : readToken(text);
  return presented && { ...presented, text };
}

/**
 * `null` for what cannot be a token. An operator may choose the root token freely (TRUSTATE_ROOT_TOKEN), so any other visible text of 16 to 256 characters
 * counts as a token that is completely secret; the id of its row is derived from it.
 */
export function readToken(text: string): PresentedToken | null {
  const [, name, secret] = issued.exec(text) ?? [];
  if (name !== undefined && secret !== undefined)
    return { id: ids.token.require(`at-${name}`), secretHash: sha256(secret) };
  return given.test(text) ? { id: derivedId(text), secretHash: sha256(text) } : null;
}

export function sameHash(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));
}

export function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}

/** Reveals nothing about the text except whether two are equal: this hash differs from the one for verification. */
function derivedId(text: string): TokenId {
  return ids.token.require(`at-${hash('sha256', `token id\0${text}`, 'hex').slice(0, 16)}`);
}
