/**
 * The tag of the last release before what is checked out; null before the first. A release itself is held to the one before: what it declares to have
 * changed has changed since then.
 * @param git runs git with these arguments: what it prints, null where it fails
 */
export async function lastRelease(git) {
  const before = async (revision) =>
    (await git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*', revision))?.trim() ?? null;
  const commitOf = async (revision) => git('rev-parse', `${revision}^{commit}`);
  const tag = await before('HEAD');
  const isHere = tag !== null && (await commitOf(tag)) === (await commitOf('HEAD'));
  return isHere ? before('HEAD^') : tag;
}
