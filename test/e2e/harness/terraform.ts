import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

/** Longest that one command may take, in milliseconds. */
const timeoutMs = 180_000;

/** The version of the terraform on the search path; `null` without one. */
export const terraformVersion = ((): string | null => {
  const { status, stdout } = spawnSync('terraform', ['version', '-json'], { encoding: 'utf8', env: quiet() });
  if (status !== 0) return null;
  const answer: unknown = JSON.parse(stdout);
  return z.object({ terraform_version: z.string() }).parse(answer).terraform_version;
})();

/** What a command needs of this process's environment, and nothing that would change what terraform does. */
function quiet(): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    CHECKPOINT_DISABLE: '1',
    TF_IN_AUTOMATION: '1',
    TF_CLI_CONFIG_FILE: '/dev/null',
  };
}

export interface Ran {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
  /** Both, without the frame and the line breaks that terraform draws around what it says. */
  readonly said: string;
}

/** Where terraform finds the server, and as whom. */
export interface Login {
  /** Base URL, `http:` or `https:`. */
  readonly base: string;
  /** `null` for nobody. */
  readonly token: string | null;
  readonly caFile: string;
}

/** Host and port, as a terraform configuration names a host. */
export const hostOf = ({ base }: Login) => new URL(base).host;

/** Over plain HTTP the configuration says where the services are; over HTTPS terraform discovers them. */
function cliConfiguration(login: Login): string {
  const host = hostOf(login);
  const services = ['tfe.v2', 'tfe.v2.1', 'tfe.v2.2', 'state.v2'].map(
    (name) => `    "${name}" = "${login.base}/api/v2/"`,
  );
  return [
    ...(login.base.startsWith('http:') ? [`host "${host}" {`, '  services = {', ...services, '  }', '}'] : []),
    ...(login.token === null ? [] : [`credentials "${host}" { token = "${login.token}" }`]),
    '',
  ].join('\n');
}

/** A folder with a configuration, in which terraform runs. */
export class Folder {
  readonly path: string;
  readonly #login: Login;
  readonly #environment: Readonly<Record<string, string>>;

  constructor(login: Login, environment: Readonly<Record<string, string>> = {}) {
    this.path = mkdtempSync(path.join(tmpdir(), 'trustate-terraform-'));
    this.#login = login;
    this.#environment = environment;
    mkdirSync(path.join(this.path, 'home'));
    this.write('home/cli.tfrc', cliConfiguration(login));
  }

  write(name: string, text: string): void {
    writeFileSync(path.join(this.path, name), text);
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }

  /** @param input what a person would type; without it, terraform asks nothing */
  run(
    args: readonly string[],
    { input, env = {} }: { input?: string; env?: Record<string, string> } = {},
  ): Promise<Ran> {
    const secure = this.#login.base.startsWith('https:');
    const child = spawn('terraform', args, {
      cwd: this.path,
      env: {
        ...quiet(),
        HOME: path.join(this.path, 'home'),
        TF_CLI_CONFIG_FILE: path.join(this.path, 'home/cli.tfrc'),
        ...(secure && { SSL_CERT_FILE: this.#login.caFile }),
        ...(input === undefined && { TF_INPUT: '0' }),
        ...this.#environment,
        ...env,
      },
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    });
    child.stdin?.end(input);
    const text = { out: '', err: '' };
    child.stdout?.on('data', (chunk: Buffer) => (text.out += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (text.err += chunk.toString()));
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (status) => {
        const out = stripVTControlCharacters(text.out);
        const err = stripVTControlCharacters(text.err);
        const said = `${out}\n${err}`.replaceAll(/[│╷╵]/g, ' ').replaceAll(/\s+/g, ' ').trim();
        resolve({ status, out, err, said });
      });
    });
  }

  /** @returns what the command printed on standard output. @throws Error with all it said when it failed */
  async ok(...args: string[]): Promise<string> {
    const ran = await this.run(args);
    if (ran.status !== 0) throw new Error(`terraform ${args.join(' ')}: status ${String(ran.status)}: ${ran.said}`);
    return ran.out;
  }

  /** @returns what the command said. @throws Error when it did not fail */
  async refused(...args: string[]): Promise<string> {
    const ran = await this.run(args);
    if (ran.status !== 1) throw new Error(`terraform ${args.join(' ')}: status ${String(ran.status)}: ${ran.said}`);
    return ran.said;
  }

  /** `terraform apply` without questions, with values for variables. */
  apply(variables: Readonly<Record<string, string>> = {}): Promise<string> {
    return this.ok('apply', '-auto-approve', ...assignments(variables));
  }

  /** The state as terraform reads it. */
  async pull(): Promise<PulledState> {
    const json: unknown = JSON.parse(await this.ok('state', 'pull'));
    return pulledState.parse(json);
  }
}

export const assignments = (variables: Readonly<Record<string, string>>) =>
  Object.entries(variables).map(([name, value]) => `-var=${name}=${value}`);

const pulledState = z.looseObject({
  serial: z.int(),
  lineage: z.string(),
  outputs: z.record(z.string(), z.looseObject({ value: z.unknown(), sensitive: z.boolean().optional() })),
  resources: z.array(
    z.looseObject({ mode: z.string(), type: z.string(), name: z.string(), instances: z.array(z.unknown()) }),
  ),
});
export type PulledState = z.infer<typeof pulledState>;
