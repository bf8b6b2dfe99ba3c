import { problem } from '../../platform/problems.js';

const shape = /^[A-Za-z0-9_.@-]+$/;
const longest = 128;
const deepest = 8;

/** The path of a method in the only form that policies and methods use: without slashes at its ends. From any spelling of a caller. */
export const pathOfMethod = (text: string): string => text.replace(/^\/+/, '').replace(/\/+$/, '');

/** The path for a new method. @throws INVALID_INPUT */
export function newMethodPath(text: string): string {
  const path = pathOfMethod(text);
  const segments = path.split('/');
  if (path.length > longest || segments.length > deepest || !segments.every((each) => shape.test(each)))
    throw refused(
      `path must have at most ${longest} characters, and between up to ${deepest - 1} slashes letters, digits, "-", "_", "." and "@"`,
    );
  if (segments.some((each) => each === '.' || each === '..')) throw refused('path has no segments of dots');
  if (segments[0] === 'token') throw refused('path is already in use at token/');
  // The paths below a method begin so; a method there could not be told from them.
  if (segments.some((each) => reserved.has(each)))
    throw refused(`a part of the path is one of ${[...reserved].join(', ')}`);
  return path;
}

const reserved: ReadonlySet<string> = new Set(['users', 'login', 'certs', 'crls', 'config', 'role', 'tune']);

/** Whether one of two paths is above the other: requests could not be told apart. */
export const overlap = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);

const refused = (message: string) => problem('INVALID_INPUT', message, ['path']);
