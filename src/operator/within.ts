import path from 'node:path';

/**
 * Whether a place is a folder or below it. On Windows there is no way from one drive to another: that is an absolute path.
 * @param rules of the system
 */
export function isWithin(
  folder: string,
  place: string,
  rules: Pick<typeof path, 'relative' | 'isAbsolute'> = path,
): boolean {
  const way = rules.relative(folder, place);
  return !rules.isAbsolute(way) && !/^\.\.(?:[/\\]|$)/.test(way);
}
