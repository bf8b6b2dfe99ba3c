import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { readConfig, settingsHelp } from '../settings/config.js';
import type { Config } from '../settings/config.js';
import type { Clock } from '../platform/clock.js';
import { instant } from '../platform/graphql/scalars.js';
import { OperatorError } from '../platform/operator-error.js';
import { describeAudit } from './audit-commands.js';
import { backup } from './backup/backup.js';
import { restore } from './backup/restore.js';
import type { TokenOwner, Tools } from './administration.js';
import { examine, fileChecks, findingLines } from './doctor.js';
import { failureText } from './failing.js';
import { databaseFile } from './files.js';
import { describeHealth } from './health.js';
import { describeMove } from './move/move-command.js';
import { describeSeal } from './seal-commands.js';

/** What the command line needs. */
export interface ProgramDeps {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly serve: (config: Config) => Promise<number>;
  readonly openTools: (config: Config) => Promise<Tools>;
  /** Writes to standard output. */
  readonly print: (text: string) => void;
  /** Writes to standard error. */
  readonly tell: (text: string) => void;
  readonly version: string;
}

/** Runs one command. @returns the exit status; failures go to standard error */
export async function runProgram(args: readonly string[], deps: ProgramDeps): Promise<number> {
  let status = 0;
  const program = describeProgram(deps, (result) => (status = result));
  try {
    await program.parseAsync(args, { from: 'user' });
    return status;
  } catch (error) {
    // Commander has already printed the problem; --help and --version also end in this way.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    deps.tell(failureText(error, fileOf(deps.environment)));
    return 1;
  }
}

/** The embedded database, for messages about it; `null` if there is none, or settings are invalid. */
function fileOf(environment: ProgramDeps['environment']): string | null {
  try {
    return databaseFile(readConfig(environment));
  } catch {
    return null;
  }
}

function describeProgram(deps: ProgramDeps, end: (status: number) => void): Command {
  const { print, tell, clock } = deps;
  const config = () => readConfig(deps.environment);
  const withTools = async (work: (tools: Tools) => Promise<void>) => {
    const tools = await deps.openTools(config());
    try {
      await work(tools);
    } finally {
      await tools.close();
    }
  };

  const program = new Command('trustate')
    .description(
      'Infrastructure state and a certificate authority behind one GraphQL API, for terraform (cloud, remote and http) and vault too.',
    )
    .version(deps.version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => {
        print(text.trimEnd());
      },
      writeErr: (text) => {
        deps.tell(text.trimEnd());
      },
    })
    .showHelpAfterError('(add --help for what is allowed)')
    .addHelpText('after', '\nSettings come from TRUSTATE_* variables: "trustate serve --help" lists them.');

  program
    .command('serve')
    .description('Start the server. It runs until SIGINT or SIGTERM. A second signal ends it without waiting.')
    .addHelpText('after', `\n${settingsHelp()}`)
    .action(async () => {
      end(await deps.serve(config()));
    });

  const token = program.command('token').description('Create, list and revoke tokens.');
  token
    .command('create')
    .description('Create a token and print it. It is never shown again.')
    .addOption(new Option('--user <name>', 'for a user').conflicts(['team', 'organization']))
    .addOption(new Option('--team <organization/team>', 'for a team').argParser(teamName).conflicts('organization'))
    .addOption(new Option('--organization <name>', 'for an organization; such a token may not create state'))
    .option('--description <text>', 'the purpose of the token')
    .option('--expires <when>', 'a number of days such as 30d, or a time such as 2030-01-31T00:00:00Z', expiry(clock))
    .action((options: TokenOptions) =>
      withTools(async ({ tokens }) => {
        const made = await tokens.create({
          owner: ownerOf(options),
          description: options.description ?? null,
          expiresAt: options.expires ?? null,
        });
        print(made.token);
      }),
    );
  token
    .command('list')
    .description('List tokens without their secrets.')
    .action(() =>
      withTools(async ({ tokens }) => {
        const rows = (await tokens.list()).map((row) => [
          row.id,
          row.owner,
          `made ${time(row.createdAt)}`,
          `used ${time(row.lastUsedAt)}`,
          `expires ${time(row.expiresAt)}`,
          row.description ?? '',
        ]);
        print(columns(rows));
      }),
    );
  token
    .command('revoke')
    .description('Revoke a token immediately.')
    .argument('<id>', 'the id that "token list" shows, which is also the part of the token before .atlasv1.')
    .action((given: string) =>
      withTools(async ({ tokens }) => {
        // A pasted whole token counts as its id.
        const [id = given] = given.split('.atlasv1.');
        if (!(await tokens.revoke(id))) throw new OperatorError(`There is no token ${id}.`);
        print(`revoked ${id}`);
      }),
    );

  const organization = program
    .command('organization')
    .description('Show and set what the operator decides about organizations.');
  organization
    .command('plan')
    .description('Show the plan of an organization, or set it: it decides metering and retention.')
    .argument('<organization>', 'its name or id')
    .argument('[plan]', 'free, standard or enterprise')
    .action((name: string, plan: string | undefined) =>
      withTools(async ({ organizations }) => {
        if (plan !== undefined) await organizations.setPlan(name, plan);
        print(await organizations.plan(name));
      }),
    );

  const migrate = program
    .command('migrate')
    .description('Show and apply database migrations. "serve" applies them automatically.');
  migrate
    .command('status')
    .description('List migrations; exit status 3 when some are pending.')
    .action(() =>
      withTools(async ({ migrations }) => {
        const { applied, pending } = await migrations.status();
        print(
          columns([
            ...applied.map(({ name, at }) => [name, `applied ${time(at)}`]),
            ...pending.map((name) => [name, 'pending']),
          ]),
        );
        if (pending.length > 0) end(3);
      }),
    );
  migrate
    .command('apply')
    .description('Apply the pending migrations in one transaction.')
    .action(() =>
      withTools(async ({ migrations }) => {
        const applied = await migrations.apply();
        print(applied.length === 0 ? 'nothing to apply' : applied.map((name) => `applied ${name}`).join('\n'));
      }),
    );

  const objects = program
    .command('objects')
    .description('Manage which database the object store belongs to, and what is removed from it.');
  objects
    .command('adopt')
    .description(
      'Assign the configured object store to the configured database, even if it belonged to another one. Stop all servers first.',
    )
    .action(() =>
      withTools(async ({ objects }) => {
        const { store, before } = await objects.adopt();
        const from = before.length === 0 ? '' : `; it belonged to installation ${before.join(', ')}`;
        print(`${store} is the object store of this database from now on${from}`);
      }),
    );

  objects
    .command('release')
    .description(
      'Allow the removal of the objects that no row refers to, after a sweep stopped because there are too many of them.',
    )
    .action(() =>
      withTools(async ({ objects }) => {
        print(`${await objects.release()} objects will be removed when their days in the trash have passed`);
      }),
    );

  program
    .command('backup')
    .description(
      'Copy the database and the objects into a new folder while the server runs. Exit status 3 when the store lacks objects that rows refer to.',
    )
    .argument('<folder>', 'a missing or empty folder, or one with an unfinished backup, which is then continued')
    .option(
      '--include-keys',
      'also copy the seal key and the root token: anyone who has this backup can then read all of it',
      false,
    )
    .option('--previous <folder>', 'an earlier backup: objects that it already contains are linked instead of copied')
    .action(async (folder: string, options: { includeKeys: boolean; previous?: string }) => {
      const onLeft = (objects: number) =>
        tell(`${objects} objects are in ${folder} already: run "trustate backup" into it again to continue.`);
      const made = await backup(config(), folder, { ...options, clock, onLeft, tell });
      const kept = made.kept === 0 ? '' : `, ${made.kept} of them kept from the interrupted backup`;
      const of = `${options.previous === undefined ? '' : `, ${made.linked} of them linked`}${kept}`;
      print(`Backed up the database and ${made.objects} objects (${mebibytes(made.bytes)}${of}) to ${made.folder}`);
      if (made.missing > 0) {
        tell(
          `${made.missing} objects that rows refer to are missing from the store: "trustate doctor" names some of them.`,
        );
        end(3);
      }
      if (made.sealKeyFile !== null) {
        print(
          `The seal key is not in the backup. Keep ${made.sealKeyFile} in another place: without it, sealed data cannot be read.`,
        );
      } else if (!made.keysIncluded) {
        print(
          'The seal key is not in the backup. Keep the value of TRUSTATE_SEAL_KEY: without it, sealed data cannot be read.',
        );
      }
    });
  program
    .command('restore')
    .description(
      'Check every file of a backup and put it into an empty data folder, database and object store, of whichever kind. Exit status 3 when the backup lacks objects that rows refer to.',
    )
    .argument('<folder>', 'a folder that "trustate backup" wrote')
    .action(async (folder: string) => {
      const settings = config();
      const done = await restore(settings, folder, { clock, tell });
      print(
        `Restored the database and ${done.objects} objects (${mebibytes(done.bytes)}) of ${done.createdAt} into ${settings.dataDir}`,
      );
      if (done.missing > 0) {
        tell(
          `${done.missing} objects that rows refer to are not in the backup: they were already missing when it was made.`,
        );
        end(3);
      }
      if (done.sealKeyMissing)
        print(`Put the seal key back before starting: ${settings.sealKeyFile ?? `${settings.dataDir}/seal.key`}`);
    });

  describeMove(program, { config, clock, print, tell, end });
  describeSeal(program, { ...deps, withTools, end });
  describeAudit(program, { withTools, print, end });
  describeHealth(program, { config, print });

  program
    .command('doctor')
    .description(
      'Check settings, data folder, free space, seal key, database, migrations, jobs, clock, objects, certificates, CRLs and the audit; exit status 1 on a failure.',
    )
    .option(
      '--deep',
      'also read every object to its end, which takes as long as reading the whole store, and the parts of large CRLs',
      false,
    )
    .action(async ({ deep }: { deep: boolean }) => {
      const settings = config();
      const findings = [
        { name: 'settings', verdict: 'ok' as const, detail: 'every TRUSTATE_* variable is understood' },
        ...(await examine(fileChecks(settings, clock))),
      ];
      // A damaged database is not opened, because opening may write.
      if (!findings.some(({ verdict }) => verdict === 'failed')) {
        await withTools(async (tools) => {
          findings.push(...(await examine(tools.checks(deep ? deps.tell : null))));
        });
      }
      print(findingLines(findings).join('\n'));
      if (findings.some(({ verdict }) => verdict === 'failed')) end(1);
    });

  return program;
}

interface TokenOptions {
  readonly user?: string;
  readonly team?: { readonly organization: string; readonly name: string };
  readonly organization?: string;
  readonly description?: string;
  readonly expires?: Date;
}

function ownerOf({ user, team, organization }: TokenOptions): TokenOwner {
  if (user !== undefined) return { kind: 'user', name: user };
  if (team !== undefined) return { kind: 'team', ...team };
  if (organization !== undefined) return { kind: 'organization', name: organization };
  throw new OperatorError('Name the owner of the token: --user, --team or --organization.');
}

function teamName(text: string): { organization: string; name: string } {
  const [, organization, name] = /^([^/]+)\/([^/]+)$/.exec(text) ?? [];
  if (organization === undefined || name === undefined)
    throw new InvalidArgumentError('Write it as ORGANIZATION/TEAM.');
  return { organization, name };
}

function expiry(clock: Clock) {
  return (text: string): Date => {
    const days = /^(\d{1,5})d$/.exec(text)?.[1];
    const at = days === undefined ? timeOf(text) : new Date(clock.now().getTime() + Number(days) * 86_400_000);
    if (!at || Number.isNaN(at.getTime())) throw new InvalidArgumentError('Write it as 30d or 2030-01-31T00:00:00Z.');
    if (at <= clock.now()) throw new InvalidArgumentError('That is in the past.');
    return at;
  };
}

/** A day means its beginning. */
function timeOf(text: string): Date | undefined {
  return instant(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text);
}

function columns(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows)
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length);
  return rows
    .map((row) =>
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function time(at: Date | null): string {
  return at === null ? 'never' : at.toISOString().slice(0, 16).replace('T', ' ');
}

function mebibytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`;
}
