// Prints docs/from-terraform-enterprise.md with the settings of workspaces as they are now; with --write, brings it up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { shownSettings } from '../src/gateway/rest/terraform/routes/workspace-settings.fields.js';

const file = fileURLToPath(new URL('../docs/from-terraform-enterprise.md', import.meta.url));

const rows = [...shownSettings]
  .sort((a, b) => (a.as < b.as ? -1 : 1))
  .map(({ name, as, orNull }) => `| \`${as}\` | \`${name}\` |${orNull ? ' `null` for empty text' : ''} |\n`);

/** The head of the table, the rows that are made here, and the first that is not. */
const table = /^(\| attribute of `workspaces` .*\n\|---\|---\|---\|\n)(?:\|.*\n)*?(?=\| `name`)/m;
const guide = readFileSync(file, 'utf8');
if (!table.test(guide)) throw new Error('the guide has no table of the attributes of workspaces');
const current = guide.replace(table, (_, head: string) => head + rows.join(''));

if (process.argv.includes('--write')) writeFileSync(file, current);
else process.stdout.write(current);
