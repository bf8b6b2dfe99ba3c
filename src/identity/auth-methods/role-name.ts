import { problem } from '../../platform/problems.js';
import type { MethodType } from './auth-method.js';

/** Letters and digits of any writing, `_`, and between others `-`, `.`, `@` and `+`: machines are named by their addresses, people by theirs. */
const shape = /^[\p{L}\p{N}_](?:[\p{L}\p{N}_.@+-]{0,253}[\p{L}\p{N}_])?$/u;

/** The name of a role as it is kept; users and certificates have no capital letters. `null` for what is none. */
export function nameOfRole(type: MethodType, given: string): string | null {
  const name = type === 'scep' ? given : given.toLowerCase();
  return shape.test(name) ? name : null;
}

/** @throws INVALID_INPUT */
export function roleName(type: MethodType, given: string): string {
  const name = nameOfRole(type, given);
  if (name !== null) return name;
  const rule = '1 to 255 letters, digits and "_", and between them also "-", ".", "@" and "+"';
  throw problem('INVALID_INPUT', `a name has ${rule}`, ['name']);
}
