import WebSocket from 'ws';
import { z } from 'zod';

const message = z.looseObject({ type: z.string() });

/** Who follows the locks of one workspace. */
export interface Subscriber {
  /** Resolves at the next event. */
  next(): Promise<void>;
  readonly close: () => void;
}

/** A subscription over a WebSocket of its own, open when this resolves. */
export async function subscribe(base: string, token: string, workspaceId: string): Promise<Subscriber> {
  const query = `subscription ($id: ID) {
    workspaceLockEvents(workspaceId: $id) { eventId occurredAt kind holderName workspace { id name locked } }
  }`;
  const socket = new WebSocket(`${base.replace(/^http/, 'ws')}/graphql`, 'graphql-transport-ws', {
    perMessageDeflate: false,
  });
  let heard: () => void = () => undefined;
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', (code) => {
      if (code !== 1000) reject(new Error(`closed with ${code}`));
    });
    socket.on('open', () => {
      socket.send(JSON.stringify({ type: 'connection_init', payload: { token } }));
    });
    let isOpen = false;
    socket.on('message', (data) => {
      if (isOpen) {
        heard();
        return;
      }
      const { type, payload } = message.parse(JSON.parse(Buffer.isBuffer(data) ? data.toString() : ''));
      if (type === 'connection_ack') {
        socket.send(JSON.stringify({ type: 'subscribe', id: '1', payload: { query, variables: { id: workspaceId } } }));
        // Answered after what was sent before it.
        socket.send(JSON.stringify({ type: 'subscribe', id: '2', payload: { query: '{ lastEventId }' } }));
      } else if (type === 'complete') {
        isOpen = true;
        resolve();
      }
      if (type === 'error') reject(new Error(`the subscription was refused: ${JSON.stringify(payload)}`));
    });
  });
  return {
    next: () =>
      new Promise((resolve) => {
        heard = resolve;
      }),
    close: () => {
      socket.close(1000);
    },
  };
}
