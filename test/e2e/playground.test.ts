import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { buildSchema } from 'graphql';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { Api } from './harness/api.js';
import { Browser, chromiumFile } from './harness/browser.js';
import { Server } from './harness/server.js';
import { eventually } from '../eventually.js';

const built = existsSync(new URL('../../dist/playground/index.html', import.meta.url));

describe.runIf(chromiumFile !== undefined && built)('the playground (needs Chromium, and npm run build)', () => {
  let server: Server;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    server = await Server.start();
    browser = await Browser.open();
    ({ page } = browser);
    await page.goto(`${server.http}/`);
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
  });

  /** GraphiQL takes what its editors show, query and variables each, a moment after they show it. */
  async function shown(operation: string): Promise<void> {
    await page.locator('.graphiql-query-editor', { hasText: operation }).waitFor();
    await page.waitForTimeout(1_000);
  }

  /** Runs the operation of that name once the editor shows it; the answer's text. */
  async function run(operation: string): Promise<string> {
    await shown(operation);
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/graphql')),
      page.getByRole('button', { name: /Execute query/ }).click(),
    ]);
    return answer.text();
  }

  test('a token that the server does not know is refused', async () => {
    await page.getByLabel('Token', { exact: true }).fill('nobody.atlasv1.nothing');
    await page.getByRole('button', { name: 'Open the playground' }).click();
    await page.getByText('The server does not accept this token.').waitFor();
    // The browser itself reports the 401.
    browser.complaints.length = 0;
  });

  test('the token is entered once and kept for the tab', async () => {
    await page.getByLabel('Token', { exact: true }).fill(server.token);
    await page.getByRole('button', { name: 'Open the playground' }).click();
    await page.getByRole('button', { name: 'Forget the token' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Forget the token' }).waitFor();
    const other = await browser.context.newPage();
    await other.goto(`${server.http}/`);
    await other.getByLabel('Token', { exact: true }).waitFor();
    await other.close();
    const stored = await page.evaluate('JSON.stringify(localStorage)');
    expect(stored).not.toContain(server.token);
  });

  test('an example runs as it stands', async () => {
    expect(JSON.parse(await run('Workspaces'))).toMatchObject({ data: { workspaces: { nodes: [] } } });
  });

  test('the keys that the guide names: one runs, one completes', async () => {
    const editor = page.locator('.graphiql-query-editor');
    await editor.locator('.view-line', { hasText: 'workspaces' }).first().click();
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/graphql')),
      page.keyboard.press('Control+Enter'),
    ]);
    expect(await answer.text()).toContain('"cost":');
    await editor.locator('.view-line', { hasText: 'resourceCount' }).click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Space');
    await page.locator('.suggest-widget', { hasText: 'autoApply' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Show History' }).waitFor();
  });

  test('a mutation of the examples changes something', async () => {
    await page.getByRole('button', { name: 'Show Examples' }).click();
    await page.locator('.examples').getByRole('button', { name: 'CreateWorkspace' }).click();
    expect(JSON.parse(await run('CreateWorkspace'))).toMatchObject({
      data: { createWorkspace: { workspace: { name: 'production' }, problems: [] } },
    });
  });

  const tabs = () => page.locator('.graphiql-tab').allInnerTexts();

  test('an example that is open already, a reload and another token open no second tab', async () => {
    const before = await tabs();
    await page.locator('.examples').getByRole('button', { name: 'ExpiringCertificates' }).click();
    await shown('ExpiringCertificates');
    await page.locator('.examples').getByRole('button', { name: 'CreateWorkspace' }).click();
    await shown('CreateWorkspace');
    expect(await tabs()).toEqual(before);
    await page.locator('section[aria-label="Variables"] .view-line').first().click();
    await page.keyboard.press('Enter');
    await page.waitForTimeout(1_000);
    await page.reload();
    await shown('CreateWorkspace');
    expect(await tabs()).toEqual(before);
    await page.getByRole('button', { name: 'Forget the token' }).click();
    await page.getByLabel('Token', { exact: true }).fill(server.token);
    await page.getByRole('button', { name: 'Open the playground' }).click();
    await shown('CreateWorkspace');
    expect(await tabs()).toEqual(before);
  });

  test('what is in the editor is copied as a command that runs', async () => {
    await browser.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.http });
    await page.getByRole('tab', { name: 'Workspaces', exact: true }).click();
    await shown('Workspaces');
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await page.getByRole('button', { name: 'Copied as curl' }).waitFor();
    const command = z.string().parse(await page.evaluate('navigator.clipboard.readText()'));
    expect(command).not.toContain(server.token);
    const { stdout } = await promisify(execFile)('sh', ['-c', command], {
      env: { ...process.env, TOKEN: server.token },
    });
    expect(JSON.parse(stdout)).toMatchObject({ data: { workspaces: { nodes: [{ name: 'production' }] } } });
  });

  test('the schema is downloaded', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the schema' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('schema.graphql');
    const sdl = readFileSync(await download.path(), 'utf8');
    expect(buildSchema(sdl).getQueryType()?.getFields()).toHaveProperty('workspaces');
  });

  test('a subscription delivers, and its events are a log', async () => {
    await page.locator('.examples').getByRole('button', { name: 'WatchLocks' }).click();
    await shown('WatchLocks');
    const opened: string[] = [];
    page.on('websocket', (socket) => opened.push(socket.url()));
    await page.getByRole('button', { name: /Execute query/ }).click();
    await vi.waitFor(() => expect(opened).not.toEqual([]), eventually);
    expect(opened[0]).toBe(`${server.http.replace(/^http/, 'ws')}/graphql`);
    const events = page.locator('.event-log summary');
    const root = new Api(server.http, server.token);
    const { id } = (await root.get('/organizations/default/workspaces/production')).expect(200).one;
    // Nobody says when a subscription is open: what happens before is not delivered.
    for (let locked = false; (await events.count()) < 2; locked = !locked) {
      (await root.post(`/workspaces/${id}/actions/${locked ? 'unlock' : 'lock'}`, {})).expect(200);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    expect((await events.allInnerTexts()).join()).toMatch(/UNLOCKED.*production/);
    await page.locator('.event-log pre', { hasText: 'workspaceLockEvents' }).first().waitFor();
    await page.getByRole('button', { name: /Stop query/ }).click();
    await page.getByText(/events, ended/).waitFor();
  });

  test('when the token ends, another one is asked for, and nothing is lost', async () => {
    const root = new Api(server.http, server.token);
    const made = await root.send('POST', `${server.http}/v1/auth/token/create`, {});
    const { auth } = z.object({ auth: z.object({ client_token: z.string() }) }).parse(made.expect(200).json);
    await page.getByRole('button', { name: 'Forget the token' }).click();
    await page.getByLabel('Token', { exact: true }).fill(auth.client_token);
    await page.getByRole('button', { name: 'Open the playground' }).click();
    await shown('WatchLocks');
    await page.getByRole('button', { name: /Execute query/ }).click();
    await page.getByText(/listening/).waitFor();
    await root.as(auth.client_token).send('POST', `${server.http}/v1/auth/token/revoke-self`, {});
    await page.getByRole('dialog', { name: 'The token has ended' }).waitFor();
    await page.getByLabel('Token', { exact: true }).fill(server.token);
    await page.getByRole('button', { name: 'Open the playground' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await shown('WatchLocks');
    // The browser itself reports a 401 where a request was on its way.
    browser.complaints.length = 0;
  });

  test('on a phone everything is within reach', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    // The list lies over the editor until one is chosen.
    await page.locator('.examples').getByRole('button', { name: 'FindResources' }).click();
    await shown('FindResources');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    for (const name of ['Forget the token', 'Download the schema', 'Show History'])
      await page.getByRole('button', { name }).click({ trial: true });
    await run('FindResources');
    const widths = await Promise.all(
      ['.graphiql-query-editor', '.graphiql-response'].map((part) => page.locator(part).boundingBox()),
    );
    for (const box of widths) {
      expect(box?.width).toBeGreaterThan(340);
      expect(box?.height).toBeGreaterThan(150);
      expect((box?.y ?? 844) + (box?.height ?? 0)).toBeLessThan(844);
    }
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  test("the schema's documentation stands beside", async () => {
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
    await page
      .getByRole('link', { name: 'Query', exact: true })
      .or(page.getByText('Query', { exact: true }))
      .first()
      .click();
    await page.getByText('workspaceByName').first().waitFor();
  });

  test('no other host was asked, and the browser had nothing to complain of', () => {
    const { host } = new URL(server.http);
    expect(
      [...browser.asked].filter(
        (one) => one !== `http://${host}` && !one.startsWith('data:') && !one.startsWith('blob:'),
      ),
    ).toEqual([]);
    expect(browser.complaints).toEqual([]);
  });
});

test.runIf(chromiumFile === undefined || !built)(
  'the playground was not tried: there is no Chromium, or npm run build was not run',
  () => {
    expect(chromiumFile === undefined || !built).toBe(true);
  },
);
