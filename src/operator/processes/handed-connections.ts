import type { Worker } from 'node:cluster';
import { z } from 'zod';

/** How node:cluster hands a connection to a process, and how that says that it has it. Where it does it in another way, nothing is noticed here. */
const handing = z.object({ cmd: z.literal('NODE_CLUSTER'), act: z.literal('newconn'), seq: z.number() });
const answer = z.object({ cmd: z.literal('NODE_CLUSTER'), ack: z.number() });
const closable = z.custom<{ close(): void }>(
  (value) => typeof value === 'object' && value !== null && 'close' in value && typeof value.close === 'function',
);

/**
 * Closes the connections that were handed to a process which ended before it had them. node:cluster forgets them, and keeps them open: their clients would wait
 * for an answer as long as they want to.
 */
export function closeForgotten({ process }: Worker): void {
  const handed = new Map<number, { close(): void }>();
  const send = process.send.bind(process);
  Object.assign(process, {
    send: (...given: Parameters<typeof send>) => {
      const { data } = handing.safeParse(given[0]);
      const connection = closable.safeParse(given[1]);
      if (data && connection.success) handed.set(data.seq, connection.data);
      return send(...given);
    },
  });
  process.on('internalMessage', (message: unknown) => {
    const { data } = answer.safeParse(message);
    if (data) handed.delete(data.ack);
  });
  process.on('exit', () => {
    for (const connection of handed.values()) connection.close();
  });
}
