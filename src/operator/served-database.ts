import { setTimeout as pause } from 'node:timers/promises';
import { openSource } from '../platform/database/copying/open-copying.js';
import type { ServerBeat } from '../platform/database/copying/row-source.js';
import { OperatorError } from '../platform/operator-error.js';

/** Servers at work say so once a second; one that is silent for so many looks is not. */
const looks = 6;
const lookEveryMs = 1_000;

/** Finds servers that are at work on a PostgreSQL database. @throws OperatorError if there is one */
export async function refuseServed(url: string, lookMs = lookEveryMs): Promise<void> {
  const first = await beatsIn(url);
  for (let look = 0; first.size > 0 && look < looks; look += 1) {
    await pause(lookMs);
    for (const [id, { name, beat }] of await beatsIn(url)) {
      const before = first.get(id);
      if (before?.beat !== beat)
        throw new OperatorError(`The server ${name} is at work on the database: stop every server first.`);
    }
  }
}

async function beatsIn(url: string): Promise<ReadonlyMap<string, ServerBeat>> {
  const source = await openSource(url);
  try {
    return await source.serverBeats();
  } finally {
    await source.close();
  }
}
