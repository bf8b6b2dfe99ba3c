import { problem } from '../../platform/problems.js';
import { trimmed } from '../../platform/trimmed.js';

declare const parsed: unique symbol;

/** A mount path in the one spelling that policies are asked about and mounts are found by: without slashes at its ends. */
export type MountPath = string & { readonly [parsed]: 'mount path' };

const isMountPath = (path: string): path is MountPath => !path.startsWith('/') && !path.endsWith('/');

/** Without slashes at its ends. */
export const normalPath = (path: string): string => trimmed(path, '/');

/** However a caller spelled it. Whether there is such a mount is another question. */
export function mountPath(text: string): MountPath {
  const path = normalPath(text);
  if (!isMountPath(path)) throw new Error('a path without slashes at its ends has some');
  return path;
}

/** The path of an operation below a mount, as policies know it. */
export const pathBelow = (mount: MountPath, rest: string): string => `${mount}/${rest}`;

const segment = /^[A-Za-z0-9_](?:[\w.+~-]*\w)?$/;
/** Characters of a mount's path, at most. */
export const longestMountPath = 256;

/** What the server answers below /v1 itself. */
const reserved = ['sys', 'auth', 'audit', 'cubbyhole', 'identity'];

/** The path of a mount to be made. @throws INVALID_INPUT */
export function readMountPath(text: string, field = 'path'): string {
  const path = normalPath(text.trim());
  const refused = (why: string) => problem('INVALID_INPUT', why, [field]);
  if (path === '') throw refused('path cannot be empty');
  const segments = path.slice(0, longestMountPath).split('/');
  if (path.length > longestMountPath || !segments.every((each) => segment.test(each)))
    throw refused(
      `path ${JSON.stringify(path.slice(0, longestMountPath))} has characters that a mount path cannot have`,
    );
  if (reserved.includes(segments[0] ?? '')) throw refused(`cannot mount under existing mount "${segments[0] ?? ''}/"`);
  return path;
}

/** The existing path that is in the way of a new one: the same, one that it lies below, or one that lies below it. */
export function pathInTheWay(path: string, existing: readonly string[]): string | undefined {
  return existing.find((other) => `${path}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${path}/`));
}

/**
 * The paths of mounts that a path of a request may lie below, the longest first: itself, and what ends before a slash of it. However long it is they are no more than a mount's
 * path can have segments.
 * @param path as it follows /v1/, e.g. `pki/int/issue/web`
 */
export function mountPathsOf(path: string): readonly string[] {
  const wanted = normalPath(path);
  const possible = wanted.length <= longestMountPath ? [wanted] : [];
  let slash = wanted.lastIndexOf('/', longestMountPath);
  for (; slash > 0; slash = wanted.lastIndexOf('/', slash - 1)) possible.push(wanted.slice(0, slash));
  return possible;
}

/** The mount that a path of a request belongs to: the longest match. Mounts are looked up, not gone through: there may be thousands. */
export const mountOf = (path: string, mounts: Pick<ReadonlySet<string>, 'has'>): string | null =>
  mountPathsOf(path).find((each) => mounts.has(each)) ?? null;
