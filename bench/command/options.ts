import { readFileSync } from 'node:fs';
import { Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { parts } from '../parts.js';
import { peerSettings } from '../peer/settings.js';
import type { PeerSettings } from '../peer/settings.js';

export interface Asked {
  /** Names of parts, or parts of names; none for all. */
  readonly names: readonly string[];
  readonly databases: 'sqlite' | 'postgresql' | 'both';
  /** The address of a PostgreSQL; nothing to start one. */
  readonly postgres?: string;
  readonly json?: string;
  /** The file of results to compare with. */
  readonly compare?: string;
  readonly charts: boolean;
  /** Settings of parts, by the environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly peer: PeerSettings;
}

/** The results that are committed, which charts are made of. */
export const committedResults = 'bench/results/committed.json';

const wholeNumber = (least: number, most: number) => (text: string) => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new InvalidArgumentError(`a whole number from ${least} to ${most}.`);
  }
  return value;
};

const seconds = (text: string) => {
  const value = Number(text);
  if (!(value > 0 && value <= 60)) throw new InvalidArgumentError('more than 0 and at most 60.');
  return value;
};

const listOf = (each: (text: string) => number) => (text: string) => text.split(',').map(each);

function database(text: string): string {
  if (['sqlite', 'postgresql', 'both'].includes(text) || URL.parse(text)?.protocol === 'postgresql:') return text;
  throw new InvalidArgumentError('sqlite, postgresql, both, or postgresql://….');
}

/** The command and its options, for its help and for {@link asked}. */
export function command(): Command {
  const list = parts.map(({ name, about }) => `  ${name.padEnd(14)} ${about}`).join('\n');
  return new Command('npm run bench --')
    .description('Measures this server, each thing with its baseline in the same run.')
    .argument('[part...]', 'names of parts, or parts of names; all where none is named')
    .option('--quick', 'few and short rounds, small sizes: shows that everything runs')
    .option('--database <which>', 'sqlite, postgresql, both, or the address of a PostgreSQL', database, 'both')
    .option('--rounds <number>', 'rounds of each measurement', wholeNumber(1, 50))
    .option('--seconds <number>', 'length of a round', seconds)
    .option('--clients <list>', 'clients at the same time, such as 1,16', listOf(wholeNumber(1, 512)))
    .option('--json <file>', 'writes results there; those of parts that do not run stay in the file')
    .option('--compare [file]', 'says what got slower than in a file; the committed one where none is named')
    .option('--charts', 'draws docs/charts from the committed results, and measures nothing')
    .optionsGroup('Options of peer:')
    .option('--vault <address>', 'a server that speaks the API of Vault')
    .addOption(new Option('--vault-token <token>', 'its token').env('VAULT_TOKEN'))
    .option('--tfe <address>', 'a server that speaks the API of Terraform Enterprise')
    .addOption(new Option('--tfe-token <token>', 'its token').env('TFE_TOKEN'))
    .option('--organization <name>', 'one of that server that is there, where the token may make none')
    .option('--ours <address>', 'a Trustate that runs; one is started where none is named')
    .addOption(new Option('--ours-token <token>', 'its root token').env('TRUSTATE_TOKEN'))
    .option(
      '--pids <list>',
      "processes whose CPU is the other server's too, its database's",
      listOf(wholeNumber(1, 2 ** 31)),
    )
    .option('--ca-file <file>', 'PEM of authorities to trust')
    .option('--anywhere', 'the other server may be on another machine')
    .addHelpText(
      'after',
      `\nParts:\n${list}\n\nPeers get as many requests as they can answer, in mounts and organizations that are removed afterwards.`,
    );
}

interface Options {
  readonly quick?: boolean;
  readonly database: string;
  readonly rounds?: number;
  readonly seconds?: number;
  readonly clients?: readonly number[];
  readonly json?: string;
  readonly compare?: string | true;
  readonly charts?: boolean;
  readonly vault?: string;
  readonly vaultToken?: string;
  readonly tfe?: string;
  readonly tfeToken?: string;
  readonly ours?: string;
  readonly oursToken?: string;
  readonly organization?: string;
  readonly pids?: readonly number[];
  readonly caFile?: string;
  readonly anywhere?: boolean;
}

/** @param argv what stands behind the command */
export function asked(argv: readonly string[]): Asked {
  const parsed = command().parse(argv, { from: 'user' });
  const options = parsed.opts<Options>();
  const { quick = false, rounds, seconds: length, clients, json, compare, charts = false } = options;
  const isAddress = options.database.startsWith('postgresql:');
  return {
    names: parsed.args,
    databases: isAddress ? 'postgresql' : databasesOf(options.database),
    ...(isAddress && { postgres: options.database }),
    ...(json !== undefined && { json }),
    ...(compare !== undefined && { compare: compare === true ? committedResults : compare }),
    charts,
    env: {
      ...(quick && { BENCH_QUICK: '1' }),
      ...(rounds !== undefined && { BENCH_ROUNDS: String(rounds) }),
      ...(length !== undefined && { BENCH_SECONDS: String(length) }),
      ...(clients !== undefined && { BENCH_CLIENTS: clients.join() }),
    },
    peer: peerOf(parsed, options),
  };
}

const databasesOf = (text: string): Asked['databases'] => (text === 'sqlite' || text === 'postgresql' ? text : 'both');

function peerOf(usage: Command, options: Options): PeerSettings {
  const server = (address: string | undefined, token: string | undefined) =>
    address !== undefined && { address, token };
  const [vault, tfe, ours] = [
    server(options.vault, options.vaultToken),
    server(options.tfe, options.tfeToken),
    server(options.ours, options.oursToken),
  ];
  const settings = peerSettings.safeParse({
    ...(vault && { vault }),
    ...(tfe && { tfe }),
    ...(ours && { ours }),
    ...(options.organization !== undefined && { organization: options.organization }),
    ...(options.caFile !== undefined && { authorities: readFileSync(options.caFile, 'utf8') }),
    anywhere: options.anywhere ?? false,
    pids: options.pids ?? [],
  });
  // Says what is wrong with an option, and never its value, which may be a token.
  if (!settings.success) usage.error(z.prettifyError(settings.error));
  return settings.data;
}
