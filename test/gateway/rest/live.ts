import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp } from '../../../src/app.js';
import { readConfig } from '../../../src/settings/config.js';
import { createLog } from '../../../src/platform/log/log.js';
import { freshSqlite } from '../../platform/database/fresh-database.js';

const rootToken = 'root0000000000000.atlasv1.0123456789012345678901234567890123456789';

/** A whole server in a folder of its own, spoken to over HTTP. */
export async function openLive(settings: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'trustate-live-'));
  const config = readConfig({
    TRUSTATE_DATA_DIR: folder,
    TRUSTATE_HTTP_PORT: '0',
    TRUSTATE_HTTPS_PORT: 'off',
    TRUSTATE_ROOT_TOKEN: rootToken,
    TRUSTATE_WORKERS: '1',
    ...settings,
  });
  await freshSqlite(folder);
  const app = await startApp(config, { log: createLog({ level: 'fatal', secrets: [] }) });
  const base = app.welcome.http ?? '';

  async function call(method: string, path: string, body?: unknown, token: string | null = rootToken) {
    const response = await fetch(`${base}/api/v2${path}`, {
      method,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/vnd.api+json' }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const parsed: unknown = text === '' ? {} : JSON.parse(text);
    return { status: response.status, headers: response.headers, body: parsed };
  }

  /** Below /v1, as a caller of the specification unless the headers say otherwise. */
  async function vault(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = { 'x-service-token': rootToken },
  ) {
    const response = await fetch(`${base}/v1/${path}`, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const parsed: unknown = text === '' ? null : JSON.parse(text);
    return { status: response.status, headers: response.headers, body: parsed };
  }

  return {
    call,
    vault,
    /** Its database. */
    databaseFile: join(folder, 'trustate.db'),
    rootToken,
    base,
    /** Over TLS, if a setting says so; empty otherwise. */
    secure: app.welcome.https ?? '',
    caFile: app.welcome.caFile,
    async close() {
      await app.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Live = Awaited<ReturnType<typeof openLive>>;
