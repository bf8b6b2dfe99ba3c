import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import path from 'node:path';
import type { Command } from 'commander';
import type { Config } from '../settings/config.js';
import { isRecord } from '../platform/is-record.js';
import { OperatorError, systemReason } from '../platform/operator-error.js';

export interface HealthCommandDeps {
  readonly config: () => Config;
  readonly print: (text: string) => void;
}

/** `trustate health`: what supervisors of containers run. */
export function describeHealth(program: Command, { config, print }: HealthCommandDeps): void {
  program
    .command('health')
    .description(
      'Ask the server that runs on this machine with the same settings whether it is ready. Exit status 1 when it is not.',
    )
    .option('--alive', 'only ask whether it runs: a server that waits for its database or for others does', false)
    .action(async ({ alive }: { alive: boolean }) => {
      print(await askHealth(config(), alive ? '/healthz' : '/readyz'));
    });
}

/** Milliseconds: longer than the two seconds that a check of `/readyz` may take, shorter than supervisors wait. */
const timeoutMs = 4_000;

/** The listeners of the server with these settings. */
export type Listening = Pick<Config, 'host' | 'httpPort' | 'httpsPort' | 'dataDir'>;

/**
 * Asks the server that runs with the same settings on this machine.
 * @returns what it says: `ok` of `/healthz`; `ready` or `degraded` of `/readyz`, with the checks that have failed
 * @throws OperatorError when it does not answer, or says that it is not ready
 */
export async function askHealth(config: Listening, of: '/healthz' | '/readyz'): Promise<string> {
  const url = new URL(of, addressOf(config));
  let answer: Answer;
  try {
    answer = await ask(url, url.protocol === 'https:' ? { ca: readFileSync(path.join(config.dataDir, 'ca.pem')) } : {});
  } catch (error) {
    throw new OperatorError(`${url.href} does not answer: ${systemReason(error)}`);
  }
  const said = summary(answer);
  if (answer.status !== 200) throw new OperatorError(`${url.href} answers ${answer.status}: ${said}`);
  return said;
}

/** Plain HTTP if there is any: it also answers while the server waits for others. */
function addressOf({ host, httpPort, httpsPort }: Listening): string {
  const [scheme, port] = httpPort === null ? ['https', httpsPort] : ['http', httpPort];
  // Who listens everywhere answers at the loopback address.
  const everywhere: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
  const name = everywhere[host] ?? host;
  if (port === 0)
    throw new OperatorError(
      `Nobody knows the port: ${scheme === 'http' ? 'TRUSTATE_HTTP_PORT' : 'TRUSTATE_HTTPS_PORT'} is 0.`,
    );
  return `${scheme}://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

function ask(url: URL, tls: { ca?: Buffer }): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { get } = url.protocol === 'https:' ? https : http;
    const request = get(url, { ...tls, agent: false, signal: AbortSignal.timeout(timeoutMs) }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() });
      });
    });
    request.on('error', reject);
  });
}

/** The status, and what has failed. */
function summary({ body }: Answer): string {
  const said = parsed(body);
  if (!isRecord(said) || typeof said['status'] !== 'string') return 'this is no server of Trustate';
  const checks = isRecord(said['checks']) ? Object.entries(said['checks']) : [];
  const failed = checks.filter(([, verdict]) => verdict !== 'ok').map(([name]) => name);
  const reason = typeof said['reason'] === 'string' ? ` (${said['reason']})` : '';
  return failed.length === 0 ? said['status'] : `${said['status']}: ${failed.join(', ')}${reason}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
