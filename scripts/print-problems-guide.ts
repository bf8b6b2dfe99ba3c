// Prints docs/problems.md with the codes as they are now; with --write, brings it up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { protocolCodes } from '../src/gateway/graphql/protocol-codes.js';
import { jsonApi } from '../src/gateway/rest/terraform/json-api.js';
import { vault } from '../src/gateway/rest/vault/dialect.js';
import { problemCodes, rowOf } from '../src/platform/problem-catalogue/catalogue.js';
import type { ProblemCode } from '../src/platform/problems.js';

const file = fileURLToPath(new URL('../docs/problems.md', import.meta.url));

/** Answers of REST: one status for each of the two families of paths that has it. */
function statuses(code: ProblemCode): string {
  const { rest = 'both' } = rowOf(code);
  const problems = [{ code, message: '' }] as const;
  const state = jsonApi.problem(problems, { headers: {} }).status;
  const authority = vault.problem(problems, { headers: {} }).status;
  const shown = { state: `${state}`, authority: `${authority}`, none: '–', both: `${state}, ${authority}` };
  return rest === 'both' && state === authority ? `${state}` : shown[rest];
}

function row(code: ProblemCode): string {
  const { text, meaning = text, remedy, type, inErrors } = rowOf(code);
  const said = `${meaning.replaceAll(/<(\w+)>/g, '`<$1>`')}${meaning.endsWith('.') ? '' : '.'}`;
  const cells = [`\`${code}\``, type ? `\`${type}\`` : '–', inErrors ? 'yes' : '–', statuses(code), said, remedy];
  return `| ${cells.join(' | ')} |\n`;
}

const protocolRows = Object.entries(protocolCodes).map(
  ([code, { meaning, remedy }]) => `| \`${code}\` | ${meaning} | ${remedy} |\n`,
);

/** Each table by its head. */
const tables = [
  { head: '| code | in payloads | in `errors[]` |', rows: problemCodes.map(row) },
  { head: '| code of a protocol |', rows: protocolRows },
];

let guide = readFileSync(file, 'utf8');
for (const { head, rows } of tables) {
  const lines = guide.split('\n');
  const start = lines.findIndex((line) => line.startsWith(head));
  if (start === -1) throw new Error(`the guide has no table that begins with ${head}`);
  const past = lines.findIndex((line, place) => place > start && !line.startsWith('|'));
  guide = [...lines.slice(0, start + 2), ...rows.map((line) => line.trimEnd()), ...lines.slice(past)].join('\n');
}

if (process.argv.includes('--write')) writeFileSync(file, guide);
else process.stdout.write(guide);
