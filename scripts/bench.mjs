// npm run bench [-- NAME…]: runs bench/*.ts one after another. A benchmark prints progress as it likes and one JSON
// object a line for each result: {"name", "value", "unit", "limit"?, "ok"?}; they are collected into a table.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { main, prepare, root, StepError } from './steps.mjs';

await main('npm run bench', async () => {
  await prepare();

  const folder = path.join(root, 'bench');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.bench.ts')) : [];
  const asked = process.argv.slice(2);
  const chosen = names.filter((name) => asked.length === 0 || asked.some((part) => name.includes(part))).sort();
  if (chosen.length === 0) return console.log('No benchmark: bench/ has no matching *.bench.ts.');

  const rows = [];
  const broken = [];
  for (const name of chosen) {
    console.log(`\n${name}`);
    const { code, results } = await bench(path.join('bench', name));
    rows.push(...results.map((result) => ({ bench: name.replace(/\.bench\.ts$/, ''), ...result })));
    if (code !== 0) broken.push(name);
  }
  console.log(`\n${table(rows)}`);
  if (broken.length > 0) throw new StepError(`failed: ${broken.join(', ')}`);
  if (rows.some(({ ok }) => ok === false)) throw new StepError('a limit was missed.');
});

function bench(file) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--expose-gc', '--import', 'tsx', file], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const results = [];
    createInterface({ input: child.stdout }).on('line', (line) => {
      const result = parse(line);
      if (result) results.push(result);
      else console.log(`  ${line}`);
    });
    child.on('close', (code) => resolve({ code: code ?? 1, results }));
  });
}

function parse(line) {
  try {
    const value = JSON.parse(line);
    return typeof value === 'object' && value !== null && 'name' in value && 'value' in value ? value : null;
  } catch {
    return null;
  }
}

function table(rows) {
  const columns = ['bench', 'name', 'value', 'unit', 'limit', 'ok'];
  const cell = (value) =>
    value === undefined ? '' : typeof value === 'number' ? Number(value.toPrecision(4)).toString() : String(value);
  const lines = [columns, ...rows.map((row) => columns.map((column) => cell(row[column])))];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index].length)));
  return lines
    .map((line) =>
      line
        .map((text, index) => text.padEnd(widths[index]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
