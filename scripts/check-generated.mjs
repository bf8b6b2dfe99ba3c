// Fails when a checked-in file that is made from others is not what its maker makes now.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { main, prismaEnv, root, run, StepError } from './steps.mjs';

/** `file` is checked in; `maker`, run with Node and tsx, prints what it should hold; `remedy` brings it up to date. */
const remedy = 'npm run generate';
const generated = [
  { file: 'graphql/schema.graphql', maker: 'scripts/print-schema.ts', remedy },
  { file: 'graphql/internal.graphql', maker: 'scripts/print-schema.ts', args: ['--internal'], remedy },
  { file: 'docs/problems.md', maker: 'scripts/print-problems-guide.ts', remedy },
  { file: 'docs/lints.md', maker: 'scripts/print-lints-guide.ts', remedy },
  { file: 'src/state/content/kernel/module.ts', maker: 'scripts/print-kernel.ts', remedy },
  { file: 'docs/from-terraform-enterprise.md', maker: 'scripts/print-settings-guide.ts', remedy },
];

await main('check-generated', async () => {
  const stale = [];
  for (const { file, maker, args = [], remedy } of generated) {
    const [present, made] = [file, maker].map((name) => existsSync(path.join(root, name)));
    if (!present && !made) continue;
    if (!made) throw new StepError(`${file} is checked in, but ${maker} that makes it is missing.`);
    const { code, output } = await run(process.execPath, ['--import', 'tsx', maker, ...args], {
      quiet: true,
      env: prismaEnv,
    });
    if (code !== 0) throw new StepError(`${maker} failed:\n${output}`);
    if (!present || readFileSync(path.join(root, file), 'utf8') !== output) stale.push(`${file} (run "${remedy}")`);
  }
  // Codegen compares by itself, and names what differs.
  const codegen = [
    path.join(root, 'node_modules/@graphql-codegen/cli/cjs/bin.js'),
    '--config',
    'codegen.yml',
    '--check',
  ];
  const { code, output } = await run(process.execPath, codegen, { quiet: true });
  if (code !== 0) {
    process.stderr.write(output);
    stale.push('the typed client (run "npm run generate")');
  }
  if (stale.length > 0) throw new StepError(`not current: ${stale.join(', ')}`);
});
