import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { serverRoot } from '../harness/server.js';

const read = (name: string) => readFileSync(path.join(serverRoot, name), 'utf8');

export const dockerfile = read('deploy/Dockerfile');
/** Its stages: the one that builds, and the one that runs. */
const [, building = '', running = ''] = dockerfile.split(/^FROM .*$/m);

/** What the image gets from the stage that builds. */
export const copied = [...running.matchAll(/^COPY --from=build (\S+) \S+$/gm)].map(([, from = '']) => from);

const shapeOf = (line: string) =>
  line
    .replaceAll('.', String.raw`\.`)
    .replaceAll('*', '[^/]*')
    .replaceAll('[^/]*[^/]*/', '(?:.*/)?');

/** The lines of .dockerignore: those that begin with `!` send again what an earlier one holds back. */
const rules = read('.dockerignore')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => ({ sends: line.startsWith('!'), shape: new RegExp(`^${shapeOf(line.replace(/^!/, ''))}$`) }));

/** Whether .dockerignore lets a file of the project through to who builds the image: the last line that names it, or a folder of it, decides. */
export function isSent(file: string): boolean {
  const parts = file.split('/');
  const places = parts.map((_, at) => parts.slice(0, at + 1).join('/'));
  return rules.findLast(({ shape }) => places.some((place) => shape.test(place)))?.sends ?? true;
}

/**
 * Builds what the image holds, without a container: the commands of deploy/Dockerfile, on the files that they get, by somebody whose umask lets nobody else
 * read. What is installed here stands for what they would install, and no network is used.
 * @param place an empty folder
 * @returns the folder that the image gets
 */
export function buildImage(place: string): string {
  const context = path.join(place, 'build');
  const below = (file: string) => path.relative(serverRoot, file).split(path.sep).join('/');
  cpSync(serverRoot, context, { recursive: true, filter: (file) => file === serverRoot || isSent(below(file)) });
  linkPackages(path.join(serverRoot, 'node_modules'), path.join(context, 'node_modules'));

  const [folder = ''] = copied;
  const env = { ...process.env, npm_config_offline: 'true' };
  for (const [, command = ''] of building.matchAll(/^RUN (?:--\S+ )*(.+)$/gm)) {
    const here = `umask 077; ${command.replaceAll(folder, `${place}${folder}`)}`;
    const { status, stdout, stderr } = spawnSync('sh', ['-c', here], { cwd: context, env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${command}: ${status}\n${stdout}\n${stderr}`);
  }
  return `${place}${folder}`;
}

/** Link by link, so that nothing can change what is behind them. */
function linkPackages(from: string, to: string): void {
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    if (name.startsWith('@')) linkPackages(path.join(from, name), path.join(to, name));
    else if (!name.startsWith('.vite')) symlinkSync(path.join(from, name), path.join(to, name));
  }
}
