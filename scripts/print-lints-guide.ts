// Prints docs/lints.md with the lints as they are now; with --write, brings it up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { lintProfiles, lints } from '../src/pki/x509/index.js';

const file = fileURLToPath(new URL('../docs/lints.md', import.meta.url));
const about = { every: 'all', authority: 'CA certificates', leaf: 'others' } as const;

let guide = readFileSync(file, 'utf8');
for (const profile of lintProfiles) {
  const lines = guide.split('\n');
  const title = lines.findIndex((line) => line === `## Lints of \`${profile}\``);
  const start = lines.findIndex((line, place) => place > title && line.startsWith('| lint |'));
  if (title === -1 || start === -1) throw new Error(`the guide has no table of ${profile}`);
  const past = lines.findIndex((line, place) => place > start && !line.startsWith('|'));
  const rows = lints
    .filter((lint) => lint.profile === profile)
    .map((lint) => `| \`${lint.id}\` | ${lint.severity} | ${about[lint.about]} | ${lint.says} | ${lint.source} |`);
  guide = [...lines.slice(0, start + 2), ...rows, ...lines.slice(past)].join('\n');
}

if (process.argv.includes('--write')) writeFileSync(file, guide);
else process.stdout.write(guide);
