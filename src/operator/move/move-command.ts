import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';
import type { z } from 'zod';
import type { Clock } from '../../platform/clock.js';
import { reasonIn } from '../../settings/config.js';
import type { Config } from '../../settings/config.js';
import { databaseUrl, objectStore } from '../../settings/values.js';
import { OperatorError } from '../../platform/operator-error.js';
import { databaseFile } from '../files.js';
import { move } from './move.js';

export interface MoveCommandDeps {
  readonly config: () => Config;
  readonly clock: Clock;
  readonly print: (text: string) => void;
  readonly tell: (text: string) => void;
  readonly end: (status: number) => void;
}

/** `trustate move`: to another database, another object store, or both. */
export function describeMove(program: Command, { config, clock, print, tell, end }: MoveCommandDeps): void {
  program
    .command('move')
    .description(
      'Copy this installation to another database, another object store, or both, while no server runs. Exit status 3 when the store lacks objects that rows refer to.',
    )
    .addOption(
      new Option(
        '--database <url>',
        'an empty database: file:PATH or postgresql://USER:PASSWORD@HOST:PORT/DATABASE (the password may come from PGPASSWORD)',
      ).argParser(valueOf(databaseUrl, 'Allowed: file:PATH or postgresql://USER:PASSWORD@HOST:PORT/DATABASE.')),
    )
    .addOption(
      new Option(
        '--objects <store>',
        'an empty object store: a folder, or s3://BUCKET/PREFIX?endpoint=URL&region=NAME&pathStyle=true',
      ).argParser(valueOf(objectStore, 'Allowed: a folder, or s3://BUCKET/PREFIX?endpoint=URL&region=NAME.')),
    )
    .addHelpText('after', help)
    .action(async (options: { database?: string; objects?: string }) => {
      const from = config();
      const { rows, objects, missing } = await untilInterrupted(
        () => move(from, { database: options.database, objects: options.objects, clock, tell }),
        tell,
      );
      if (rows)
        print(`Copied ${rows.rows} rows of ${rows.tables} tables: each is in the target as it is in the source.`);
      if (objects) {
        const kept = objects.kept === 0 ? '' : `, ${objects.kept} of them before this run`;
        const size = `${(objects.bytes / 2 ** 20).toFixed(1)} MiB${kept}`;
        print(`Copied ${objects.objects} objects (${size}): each was read back and has its digest.`);
      }
      print(whatNow(from, options).join('\n'));
      if (missing > 0) {
        tell(`${missing} objects that rows refer to were missing from the store before: "trustate doctor" names some.`);
        end(3);
      }
    });
}

const help = [
  '',
  'The source is what the TRUSTATE_* variables say. Nothing in it is changed. The target must be empty.',
  'Interrupted in any way, the same command goes on; until it is done, no server starts on the target.',
  'What is sealed stays sealed: the target needs the same master key.',
  'S3 takes its credentials from the usual AWS_* variables, as servers do.',
].join('\n');

function valueOf(schema: z.ZodType<string, string>, allowed: string): (text: string) => string {
  return (text) => {
    const parsed = schema.safeParse(text);
    if (!parsed.success) {
      const why = parsed.error.issues.map(reasonIn).find((one) => one !== null) ?? null;
      throw new InvalidArgumentError(why === null ? allowed : `It ${why}. ${allowed}`);
    }
    return parsed.data;
  };
}

async function untilInterrupted<T>(work: () => Promise<T>, tell: (line: string) => void): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof OperatorError))
      tell('The move was interrupted. What was copied is kept: run the same command again to go on.');
    throw error;
  }
}

/** What the operator does next. */
function whatNow(config: Config, { database, objects }: { database?: string; objects?: string }): string[] {
  const key =
    config.sealKey === undefined
      ? `the lines of ${config.sealKeyFile ?? `${config.dataDir}/seal.key`} (TRUSTATE_SEAL_KEY_FILE)`
      : 'the value of TRUSTATE_SEAL_KEY';
  return [
    'Start servers on the target with these settings, and none on the source any more:',
    ...(database === undefined ? [] : [`  TRUSTATE_DATABASE_URL=${withoutPassword(database)}`]),
    ...(objects === undefined ? [] : [`  TRUSTATE_OBJECT_STORE=${objects}`]),
    `Each of them needs the same master key: ${key}.`,
    ...(databaseFile(config) !== null && database !== undefined && !database.startsWith('file:')
      ? [`Give all of them the same root token: TRUSTATE_ROOT_TOKEN, or that in ${config.dataDir}/root-token.`]
      : []),
  ];
}

function withoutPassword(database: string): string {
  if (database.startsWith('file:')) return database;
  const url = new URL(database);
  if (url.password !== '') url.password = 'PASSWORD';
  return url.href;
}
