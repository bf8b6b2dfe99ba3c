/** The subject of a commit that is released: what a clone has that left the tags behind. */
const releaseSubject = '^Release v[0-9]+\\.[0-9]+\\.[0-9]+$';

/**
 * The last release before what is checked out, by its tag, or else by its commit; null before the first. A release itself is held to the one before: what it declares to have
 * changed has changed since then.
 * @param git runs git with these arguments: what it prints, null where it fails
 */
export async function lastRelease(git) {
  const tagBefore = async (revision) =>
    (await git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*', revision))?.trim();
  const commitBefore = async (revision) =>
    (await git('log', '-1', '--format=%H', '--extended-regexp', `--grep=${releaseSubject}`, revision))?.trim();
  const before = async (revision) => (await tagBefore(revision)) || (await commitBefore(revision)) || null;
  const commitOf = async (revision) => git('rev-parse', `${revision}^{commit}`);
  const release = await before('HEAD');
  const isHere = release !== null && (await commitOf(release)) === (await commitOf('HEAD'));
  return isHere ? before('HEAD^') : release;
}
