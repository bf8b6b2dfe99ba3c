import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { senders } from './shot.js';
import type { Shot } from './shot.js';

/** What was wrong, and what it takes to see it again. */
export interface Finding {
  readonly seed: number;
  readonly wrong: readonly string[];
  readonly shot: Shot;
}

const saved = z.object({
  seed: z.number(),
  wrong: z.array(z.string()),
  target: z.string(),
  what: z.string(),
  sender: z.enum(senders),
  method: z.string(),
  path: z.string(),
  headers: z.record(z.string(), z.string()),
  speech: z.enum(['json-api', 'vault', 'http', 'graphql', 'bytes']),
  /** `text` is filled in for a site, `bytes` are sent as they are; both are compressed, in base64. */
  body: z.object({ kind: z.enum(['text', 'bytes']), gzip: z.string() }).nullable(),
});

/** Writes what can be sent again with `--replay`. @returns the file */
export function save(folder: string, name: string, { seed, wrong, shot }: Finding): string {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${name}.json`);
  const { body, ...rest } = shot;
  const kept =
    body === null
      ? null
      : { kind: typeof body === 'string' ? 'text' : 'bytes', gzip: gzipSync(body).toString('base64') };
  writeFileSync(file, `${JSON.stringify({ seed, wrong, ...rest, body: kept }, null, 2)}\n`);
  return file;
}

/** @throws Error for a file that {@link save} did not write */
export function load(file: string): Finding {
  const json: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const { seed, wrong, body, ...rest } = saved.parse(json);
  const bytes = body && gunzipSync(Buffer.from(body.gzip, 'base64'));
  return { seed, wrong, shot: { ...rest, body: body?.kind === 'text' ? (bytes?.toString() ?? null) : bytes } };
}
