// Fails when graphql/schema.graphql breaks what the last release promised, or, before the first, what the branch started from, and
// graphql/declared-changes.json does not say so.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { main, root, run, StepError } from './steps.mjs';
import { lastRelease } from './last-release.mjs';
import { breakingChanges, compare } from './schema-changes.mjs';

const schemaFile = 'graphql/schema.graphql';
const declaredFile = 'graphql/declared-changes.json';

/** What git prints; null where it fails, as in a folder that is no clone. */
async function git(...args) {
  const { code, output } = await run('git', args, { quiet: true }).catch(() => ({ code: 1, output: '' }));
  return code === 0 ? output : null;
}

async function base() {
  const tag = await lastRelease(git);
  if (tag) return { name: `release ${tag}`, revision: tag, released: true };
  for (const branch of ['origin/main', 'main']) {
    const revision = (await git('merge-base', 'HEAD', branch))?.trim();
    if (revision) return { name: `where the branch left ${branch}`, revision, released: false };
  }
  return null;
}

await main('check-schema', async () => {
  const against = await base();
  const before = against && (await git('show', `${against.revision}:${schemaFile}`));
  if (!before) return console.log('No earlier schema to compare with.');
  const read = (file) => readFileSync(path.join(root, file), 'utf8');
  const changes = await breakingChanges(before, read(schemaFile));
  const { undeclared, outdated } = compare(changes, JSON.parse(read(declaredFile)));
  console.log(`Compared with ${against.name}: ${changes.length} breaking, ${undeclared.length} of them not declared.`);
  const complaints = [
    ...undeclared.map(({ change, message }) => `${change}: ${message} (declare it in ${declaredFile}, or keep it)`),
    // Before a release the declarations of other branches stay until there is one.
    ...(against.released ? outdated : []).map(
      ({ change }) => `${change}: declared, but no change since ${against.name}`,
    ),
  ];
  if (complaints.length > 0) throw new StepError(`the schema breaks its promises:\n  ${complaints.join('\n  ')}`);
});
