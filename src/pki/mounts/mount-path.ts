import { problem } from '../../platform/problems.js';
import { trimmed } from '../../platform/trimmed.js';

declare const parsed: unique symbol;

/** A mount path in the only form that policies and mounts use: without slashes at its ends. */
export type MountPath = string & { readonly [parsed]: 'mount path' };

const isMountPath = (path: string): path is MountPath => !path.startsWith('/') && !path.endsWith('/');

/** Without slashes at its ends. */
export const normalPath = (path: string): string => trimmed(path, '/');

/** From any spelling of a caller. The mount may not exist. */
export function mountPath(text: string): MountPath {
  const path = normalPath(text);
  if (!isMountPath(path)) throw new Error('a path without slashes at its ends has some');
  return path;
}

/** The path of an operation below a mount, as policies use it. */
export const pathBelow = (mount: MountPath, rest: string): string => `${mount}/${rest}`;

const segment = /^[A-Za-z0-9_](?:[\w.+~-]*\w)?$/;
/** Longest path of a mount, in characters. */
export const longestMountPath = 256;

/** Paths below /v1 that the server itself uses. */
const reserved = ['sys', 'auth', 'audit', 'cubbyhole', 'identity'];

/** The path for a new mount. @throws INVALID_INPUT */
export function readMountPath(text: string, field = 'path'): string {
  const path = normalPath(text.trim());
  const refused = (why: string) => problem('INVALID_INPUT', why, [field]);
  if (path === '') throw refused('path cannot be empty');
  const segments = path.slice(0, longestMountPath).split('/');
  if (path.length > longestMountPath || !segments.every((each) => segment.test(each)))
    throw refused(
      `path ${JSON.stringify(path.slice(0, longestMountPath))} has characters that a mount path cannot have`,
    );
  if (reserved.includes(segments[0] ?? '')) throw refused(`cannot mount "${path}/"`);
  return path;
}

/** The existing path that conflicts with a new one: the same, one above it, or one below it. */
export function pathInTheWay(path: string, existing: readonly string[]): string | undefined {
  return existing.find((other) => `${path}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${path}/`));
}

/**
 * The paths of mounts that the path of a request may belong to, the longest first: the path itself, and each part of it that ends before a slash. Their number
 * is limited by the segments that a mount's path can have.
 * @param path the path after /v1/, e.g. `pki/int/issue/web`
 */
export function mountPathsOf(path: string): readonly string[] {
  const wanted = normalPath(path);
  const possible = wanted.length <= longestMountPath ? [wanted] : [];
  let slash = wanted.lastIndexOf('/', longestMountPath);
  for (; slash > 0; slash = wanted.lastIndexOf('/', slash - 1)) possible.push(wanted.slice(0, slash));
  return possible;
}

/** The mount that the path of a request belongs to: the longest match. It is found by lookups and not by a loop, because there may be thousands of mounts. */
export const mountOf = (path: string, mounts: Pick<ReadonlySet<string>, 'has'>): string | null =>
  mountPathsOf(path).find((each) => mounts.has(each)) ?? null;
