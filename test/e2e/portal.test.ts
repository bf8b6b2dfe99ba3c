import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { fastify } from 'fastify';
import type { FastifyInstance } from 'fastify';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient, dataOf } from '../../src/client/index.js';
import { GenerateRoot } from '../../src/client/generated/issuers.js';
import { CreateRole } from '../../src/client/generated/roles.js';
import { uploadState } from '../../src/client/state-content.js';
import { CreateStateVersion } from '../../src/client/generated/state-versions.js';
import { CreateWorkspace, LockWorkspace, WorkspaceByName } from '../../src/client/generated/workspaces.js';
import { Browser, chromiumFile } from './harness/browser.js';
import { Server } from './harness/server.js';

const at = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url));
const built = existsSync(at('dist/client-package/es/index.js'));

describe.runIf(chromiumFile !== undefined && built)('the portal (needs Chromium, and npm run build)', () => {
  let pages: FastifyInstance;
  let origin: string;
  let server: Server;
  let browser: Browser;

  beforeAll(async () => {
    await build({ configFile: at('examples/portal/vite.config.ts') });
    pages = fastify();
    await pages.register(fastifyStatic, { root: at('dist/portal') });
    origin = await pages.listen({ host: '127.0.0.1', port: 0 });
    server = await Server.start({ TRUSTATE_ALLOWED_ORIGINS: origin });
    await fill(server);
    browser = await Browser.open();
    await browser.page.goto(origin);
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
    await pages.close();
  });

  test('a token that is not valid is refused, with the reason', async () => {
    const { page } = browser;
    await page.getByLabel('Trustate').fill(server.http);
    await page.getByLabel('Token').fill('nobody.atlasv1.nothing');
    await page.getByRole('button', { name: 'Enter' }).click();
    await page.getByRole('alert').waitFor();
    // The browser itself reports the 401.
    browser.complaints.length = 0;
  });

  test('workspaces, the finalized versions of one, and what the last changed', async () => {
    const { page } = browser;
    await page.getByLabel('Token').fill(server.token);
    await page.getByRole('button', { name: 'Enter' }).click();
    await page.getByRole('button', { name: 'network' }).click();
    const versions = page.locator('.history li');
    await versions.first().waitFor();
    expect(await versions.allInnerTexts()).toEqual([
      expect.stringContaining('Serial 2'),
      expect.stringContaining('Serial 1'),
    ]);
    await page.getByRole('button', { name: 'What changed' }).click();
    const difference = page.getByLabel('Difference');
    await difference.getByText('+ null_resource.b').waitFor();
    expect(await difference.locator('li').allInnerTexts()).toEqual([
      '+ null_resource.b',
      // Text stays text.
      '+ output b: "<b>b</b>"',
      '− output a: "<b>a</b>"',
      '~ output count: 1 → 2',
    ]);
  });

  test('a version that is stored meanwhile appears by itself', async () => {
    const { page } = browser;
    const client = createClient({ url: server.http, token: server.token });
    const { workspaceByName } = dataOf(
      await client.query(WorkspaceByName, { organization: 'default', name: 'network' }),
    );
    dataOf(await uploadState(client, { workspaceId: workspaceByName?.id ?? '', content: stateOf(['a', 'b', 'c']) }));
    await page.getByText('Serial 3').waitFor();
  });

  test('a search narrows the list', async () => {
    const { page } = browser;
    await page.getByLabel('Search').fill('dns');
    await page.getByRole('button', { name: 'network' }).waitFor({ state: 'detached' });
    expect(await page.locator('tbody tr').count()).toBe(1);
  });

  test('what a role would issue, what it refuses, and a certificate with its key', async () => {
    const { page } = browser;
    await page.getByRole('button', { name: 'Issue a certificate' }).click();
    await page.getByLabel('Common name').fill('a.elsewhere.example');
    await page.getByRole('button', { name: 'What would be issued?' }).click();
    await page.getByText('not allowed by this role').waitFor();
    await page.getByRole('button', { name: 'Issue', exact: true }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Common name').fill('a.portal.example');
    await page.getByRole('button', { name: 'Issue', exact: true }).click();
    await page.locator('pre', { hasText: 'PRIVATE KEY' }).waitFor();
  });

  test('certificates on the days they expire, until they are revoked', async () => {
    const { page } = browser;
    await page.getByRole('button', { name: 'Certificates', exact: true }).click();
    await page.getByText('a.portal.example').waitFor();
    const days = page.locator('.calendar button:not([disabled])');
    await days.first().click();
    expect(await days.first().getAttribute('aria-pressed')).toBe('true');
    await page.getByText('a.portal.example').waitFor();
    const row = page.locator('tr', { hasText: 'a.portal.example' });
    await row.getByRole('button', { name: 'Revoke' }).click();
    await row.waitFor({ state: 'detached' });
  });

  test('only its own host and Trustate were asked, and nothing was complained about', () => {
    expect([...browser.asked].sort()).toEqual([origin, server.http].sort());
    expect(browser.complaints).toEqual([]);
  });
});

const lineage = randomUUID();

/** A state with a resource of each name, whose serial is how many there are. */
const stateOf = (names: readonly string[]) =>
  JSON.stringify({
    ...{ version: 4, terraform_version: '1.9.0', serial: names.length, lineage },
    outputs: {
      count: { value: names.length, type: 'number' },
      [names.at(-1) ?? '']: { value: `<b>${names.at(-1)}</b>`, type: 'string' },
    },
    resources: names.map((name) => ({
      ...{ mode: 'managed', type: 'null_resource', name },
      provider: 'provider["registry.terraform.io/hashicorp/null"]',
      instances: [{ schema_version: 0, attributes: { id: name } }],
    })),
  });

/** Two workspaces, one of them with two versions of state and one that never comes, and an authority with a role. */
async function fill(server: Server): Promise<void> {
  const client = createClient({ url: server.http, token: server.token });
  const organization = 'default';
  await client.mutate(CreateWorkspace, { input: { organization, name: 'dns' } });
  const { createWorkspace } = dataOf(
    await client.mutate(CreateWorkspace, { input: { organization, name: 'network' } }),
  );
  const workspaceId = createWorkspace.workspace.id;
  dataOf(await client.mutate(LockWorkspace, { input: { workspace: { id: workspaceId } } }));
  for (const names of [['a'], ['a', 'b']]) dataOf(await uploadState(client, { workspaceId, content: stateOf(names) }));
  const pending = { workspaceId, serial: 90, md5: '0'.repeat(32) };
  dataOf(await client.mutate(CreateStateVersion, { input: pending }));
  dataOf(await client.mutate(GenerateRoot, { input: { type: 'INTERNAL', commonName: 'Portal', ttl: '87600h' } }));
  const input = { name: 'web', allowedDomains: ['portal.example'], allowSubdomains: true, ttl: '48h', maxTtl: '72h' };
  dataOf(await client.mutate(CreateRole, { input }));
}
