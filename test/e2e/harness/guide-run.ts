import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { getOperationAST, OperationTypeNode, parse } from 'graphql';
import { expect } from 'vitest';
import { z } from 'zod';
import { Api } from './api.js';
import { fencesOf } from './guide.js';
import type { Fence } from './guide.js';
import type { Reached } from './server.js';
import { overWebSocket } from './subscriber.js';

const run = promisify(execFile);
const variablesShape = z.record(z.string(), z.unknown());

interface Step {
  readonly fence: Fence;
  readonly variables: string;
}

/** The fences of a guide that run: `graphql`, with the `json` behind it as its variables, and `sh`. @throws Error for `json` that is nobody's */
export function stepsOf(guide: string): readonly Step[] {
  const fences = fencesOf(guide);
  return fences.flatMap((fence, index) => {
    const next = fences[index + 1];
    const variables = next?.language === 'json' && next.follows ? next.text : '{}';
    if (fence.language === 'json' && !(fence.follows && fences[index - 1]?.language === 'graphql')) {
      throw new Error(`${fence.place}: these variables stand behind no operation`);
    }
    return fence.language === 'graphql' || fence.language === 'sh' ? [{ fence, variables }] : [];
  });
}

/**
 * A reader who tries a guide from its beginning to its end against a server of their own. `ws-…` in an example is the last id of that kind that an answer
 * had, and a variable `"name": "…"` the last value that was called so.
 */
export class GuideRun {
  readonly #seen: { readonly name: string; readonly value: string }[] = [];
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'trustate-guide-'));
  readonly #api: Api;

  constructor(private readonly server: Reached) {
    this.#api = new Api(server.http, server.token);
    // What is refused ends the program, though the guide's curl would go on.
    writeFileSync(path.join(this.#folder, '.curlrc'), 'fail-with-body\nwrite-out = "\\n"\n');
  }

  end(): void {
    rmSync(this.#folder, { recursive: true });
  }

  /** @throws Error that says which example was refused, and how */
  async step({ fence, variables }: Step): Promise<void> {
    try {
      if (fence.language === 'sh') await this.#shell(this.#filledIn(fence.text));
      else
        await this.#operation(this.#filledIn(fence.text), variablesShape.parse(JSON.parse(this.#filledIn(variables))));
    } catch (cause) {
      throw new Error(`${fence.place}: ${String(cause)}`, { cause });
    }
  }

  async #operation(query: string, variables: Record<string, unknown>): Promise<void> {
    if (getOperationAST(parse(query))?.operation !== OperationTypeNode.SUBSCRIPTION) {
      this.#note(await this.#api.graphql(variablesShape, query, variables));
      return;
    }
    const subscriber = overWebSocket({ base: this.server.http, token: this.server.token });
    try {
      const subscription = subscriber.subscribe(query, variables);
      this.#note(await subscription.heard.first(1, variablesShape));
      subscription.stop();
    } finally {
      subscriber.close();
    }
  }

  async #shell(program: string): Promise<void> {
    const here = { ...process.env, TOKEN: this.server.token, CURL_HOME: this.#folder };
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', program], { cwd: this.#folder, env: here });
    for (const document of documentsIn(stdout)) {
      expect(refusalsIn(document)).toEqual([]);
      this.#note(document);
    }
  }

  #filledIn(text: string): string {
    return text
      .replaceAll('http://localhost:8080', this.server.http)
      .replaceAll(
        /"(\w+)": "…"/g,
        (_all, name: string) => `"${name}": ${JSON.stringify(this.#last((one) => one.name === name, name))}`,
      )
      .replaceAll(/\b([a-z]+-)…/g, (_all, stem: string) => this.#last(({ value }) => value.startsWith(stem), stem));
  }

  #last(fits: (one: { name: string; value: string }) => boolean, what: string): string {
    const found = this.#seen.findLast(fits);
    if (!found) throw new Error(`no answer had ${what}`);
    return found.value;
  }

  #note(value: unknown, name = ''): void {
    if (typeof value === 'string') this.#seen.push({ name, value });
    else if (Array.isArray(value)) for (const item of value) this.#note(item, name);
    else if (typeof value === 'object' && value !== null)
      for (const [key, item] of Object.entries(value)) this.#note(item, key);
  }
}

/** The answers that a program printed, each a line. Anything else is for the reader's eyes. @throws SyntaxError for one that was cut off */
function documentsIn(printed: string): unknown[] {
  const lines = printed.split('\n').filter((line) => line.startsWith('{'));
  return lines.map((line): unknown => JSON.parse(line));
}

const refusing = z.looseObject({
  errors: z.array(z.unknown()).optional(),
  data: z.record(z.string(), z.unknown()).nullish(),
});
const payload = z.object({ problems: z.array(z.unknown()) });

function refusalsIn(document: unknown): unknown[] {
  const { errors = [], data } = refusing.safeParse(document).data ?? {};
  return [...errors, ...Object.values(data ?? {}).flatMap((one) => payload.safeParse(one).data?.problems ?? [])];
}
