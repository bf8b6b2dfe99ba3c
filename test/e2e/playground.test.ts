import { existsSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Api } from './harness/api.js';
import { Browser, chromiumFile } from './harness/browser.js';
import { Server } from './harness/server.js';

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
    await page.getByLabel('Token').fill('nobody.atlasv1.nothing');
    await page.getByRole('button', { name: 'Open the playground' }).click();
    await page.getByText('The server does not accept this token.').waitFor();
    // The browser itself reports the 401.
    browser.complaints.length = 0;
  });

  test('the token is entered once and kept for the tab', { timeout: 60_000 }, async () => {
    await page.getByLabel('Token').fill(server.token);
    await page.getByRole('button', { name: 'Open the playground' }).click();
    await page.getByRole('button', { name: 'Forget the token' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Forget the token' }).waitFor();
    const other = await browser.context.newPage();
    await other.goto(`${server.http}/`);
    await other.getByLabel('Token').waitFor();
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
    await page.getByRole('button', { name: 'CreateWorkspace' }).click();
    expect(JSON.parse(await run('CreateWorkspace'))).toMatchObject({
      data: { createWorkspace: { workspace: { name: 'production' }, problems: [] } },
    });
  });

  test('a subscription delivers', { timeout: 60_000 }, async () => {
    await page.getByRole('button', { name: 'WatchLocks' }).click();
    await shown('WatchLocks');
    const opened: string[] = [];
    page.on('websocket', (socket) => opened.push(socket.url()));
    await page.getByRole('button', { name: /Execute query/ }).click();
    await vi.waitFor(() => expect(opened).not.toEqual([]), { timeout: 30_000 });
    expect(opened[0]).toBe(`${server.http.replace(/^http/, 'ws')}/graphql`);
    const answer = page.locator('.graphiql-response', { hasText: 'workspaceLockEvents' });
    const root = new Api(server.http, server.token);
    const { id } = (await root.get('/organizations/default/workspaces/production')).expect(200).one;
    // Nobody says when a subscription is open: what happens before is not delivered.
    for (let locked = false; (await answer.count()) === 0; locked = !locked) {
      (await root.post(`/workspaces/${id}/actions/${locked ? 'unlock' : 'lock'}`, {})).expect(200);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    await answer.filter({ hasText: 'production' }).waitFor();
    await page.getByRole('button', { name: /Stop query/ }).click();
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
