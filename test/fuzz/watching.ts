import { connect } from 'node:net';
import { z } from 'zod';

const spell = z.object({ worked: z.number(), clock: z.number() });

/** What a server's main thread did since it was asked last, in milliseconds: `worked` is what it computed, `clock` what went by. */
const seen = z.object({
  /** Without a pause. */
  longest: spell,
  all: spell,
  /** Octets of the process. */
  memory: z.number(),
});
export type Seen = z.infer<typeof seen>;

/** Asks watch.mjs in the process of a server. @throws Error when nobody is there */
export function ask(socket: string): Promise<Seen> {
  return new Promise((resolve, reject) => {
    let text = '';
    const connection = connect(socket);
    connection.setEncoding('utf8');
    connection.on('data', (more: string) => (text += more));
    connection.on('error', reject);
    connection.on('end', () => {
      try {
        resolve(seen.parse(JSON.parse(text)));
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
  });
}
