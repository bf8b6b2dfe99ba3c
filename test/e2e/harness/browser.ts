import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';
import type { BrowserContext, Page } from 'playwright-core';

/** Chromium of this machine; undefined where there is none. */
export const chromiumFile = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  existsSync,
);

/** No request to anywhere but where pages ask, and nothing that the browser asks its maker for. */
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A headless browser with a profile of its own, and one page. */
export class Browser {
  /** Scheme and host of whatever was asked: origins, and `data:` and `blob:`. */
  readonly asked = new Set<string>();
  /** Errors that pages threw or wrote to the console. */
  readonly complaints: string[] = [];

  private constructor(
    private readonly profile: string,
    readonly context: BrowserContext,
    readonly page: Page,
  ) {
    page.on('request', (request) => {
      const { protocol, host } = new URL(request.url());
      this.asked.add(`${protocol}//${host}`);
    });
    page.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(message.text());
    });
    page.on('pageerror', (error) => this.complaints.push(error.message));
  }

  static async open(): Promise<Browser> {
    const profile = mkdtempSync(path.join(tmpdir(), 'trustate-browser-'));
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: chromiumFile ?? '',
      args: quiet,
    });
    return new Browser(profile, context, await context.newPage());
  }

  async close(): Promise<void> {
    await this.context.close();
    rmSync(this.profile, { recursive: true, force: true });
  }
}
