import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import type { Caller } from '../../src/identity/caller.js';
import type { PathPolicies } from '../../src/pki/access.js';
import { createPkiService } from '../../src/pki/module.js';
import type { Log } from '../../src/platform/log/log.js';
import type { AskedTokens } from '../../src/platform/pkcs11/tokens.js';
import { problem } from '../../src/platform/problems.js';
import { Seal } from '../../src/platform/seal/seal.js';
import { openWorld } from '../identity/world.js';
import { workWhenAsked } from '../platform/jobs/when-asked.js';

/** What was asked of policies, and what they refuse. */
class RecordingPolicies implements PathPolicies {
  readonly asked: string[] = [];
  refusing: (path: string) => boolean = () => false;

  async require(caller: Caller, path: string, ...needed: readonly string[]): Promise<void> {
    if (!(await this.allows(caller, path, ...needed))) throw problem('NOT_FOUND', 'refused by the test');
  }

  denies(): Promise<boolean> {
    return Promise.resolve(false);
  }

  reaches(_caller: Caller, above: string): Promise<boolean> {
    return Promise.resolve(!this.refusing(above));
  }

  allows(_caller: Caller, path: string, ...needed: readonly string[]): Promise<boolean> {
    this.asked.push(`${needed.join('+')} ${path}`);
    return Promise.resolve(!this.refusing(path));
  }
}

/**
 * The certificate authority over a database of its own, with a clock that stands still, after the first start. What has to be done beside requests is done while
 * a test waits for it: `world.service.jobs.idle()`.
 */
export async function openPkiWorld(more: { readonly pkcs11?: AskedTokens; readonly log?: Log } = {}) {
  const base = await openWorld();
  const policies = new RecordingPolicies();
  const seal = new Seal({ current: Buffer.alloc(32, 7), earlier: [] });
  const service = createPkiService({
    ...{ ...base, log: pino({ level: 'silent' }), ...more, policies, seal, expiryDays: [30, 7, 1] },
  });
  await service.start();
  workWhenAsked(service.jobs, service.tidying);
  const userId = await base.user({ username: 'olga' });
  const caller = await base.caller({ userId });
  return { ...base, ...service.services, policies, seal, service, operator: caller };
}

export type PkiWorld = Awaited<ReturnType<typeof openPkiWorld>>;

const folder = mkdtempSync(join(tmpdir(), 'trustate-openssl-'));
let files = 0;

/** Writes a text where openssl finds it. */
export function fileOf(text: string): string {
  const path = join(folder, `file-${++files}.pem`);
  writeFileSync(path, text.endsWith('\n') ? text : `${text}\n`);
  return path;
}

/** What openssl says, both outputs together; `ok` when it was content. */
export function openssl(...args: readonly string[]): { ok: boolean; text: string } {
  const { status, stdout, stderr } = spawnSync('openssl', args, { encoding: 'utf8' });
  return { ok: status === 0, text: `${stdout}${stderr}` };
}

/** `openssl x509 -text` or `req -text` of a PEM text. */
export const described = (kind: 'x509' | 'req', pem: string): string =>
  openssl(kind, '-in', fileOf(pem), '-noout', '-text').text;
