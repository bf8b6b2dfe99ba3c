import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { failureText } from '../../src/operator/failing.js';
import { OperatorError } from '../../src/platform/operator-error.js';
import { serverCommand, serverRoot } from '../e2e/harness/server.js';

const folder = mkdtempSync(path.join(tmpdir(), 'few-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const line =
  /^trustate: The limit on open files \(\d+\) is too low: raise it, such as with "ulimit -n 65536" in the shell or LimitNOFILE=65536 in the unit of systemd\.$/;

/** A module after which loading the named part of the program ends as where no more files may be opened. */
function withoutFilesFor(part: string): string {
  const hooks = `export async function load(url, context, next) {
    if (url.includes(${JSON.stringify(part)})) throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' });
    return next(url, context);
  }`;
  const hook = `data:text/javascript,${encodeURIComponent(hooks)}`;
  const source = `import { register } from 'node:module'; register(${JSON.stringify(hook)});`;
  return `data:text/javascript,${encodeURIComponent(source)}`;
}

function run(part: string, ...command: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [`--import=${withoutFilesFor(part)}`, ...serverCommand(...command)],
    {
      cwd: serverRoot,
      env: { PATH: process.env['PATH'], TRUSTATE_DATA_DIR: folder, TRUSTATE_PROCESSES: '2' },
      encoding: 'utf8',
    },
  );
  return { status, stdout, lines: stderr.trimEnd().split('\n') };
}

describe('a limit on open files that is too low is one line that names it', () => {
  test.each([
    ['main-program', 'serve'],
    ['main-program', 'doctor'],
    ['tools', 'token list'],
    ['supervise', 'serve'],
    ['serve-at-place', 'serve'],
  ])('where %s cannot be loaded: %s', (part, command) => {
    const { status, stdout, lines } = run(part, ...command.split(' '));
    expect({ status, stdout, lines }).toEqual({ status: 1, stdout: '', lines: [expect.stringMatching(line)] });
  });

  test('where something that was to be done fails of it', () => {
    const cause = Object.assign(new Error('open'), { code: 'EMFILE' });
    const error = new OperatorError('The data folder /data cannot be written to: too many open files.', { cause });
    expect(failureText(error)).toMatch(line);
  });
});
