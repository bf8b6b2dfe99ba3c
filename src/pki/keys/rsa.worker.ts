/** The other side of {@link RsaThread}: makes a key for each message. */
import { parentPort } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { stepBack } from '../../platform/low-priority.js';
import { makeRsa } from '../x509/index.js';
import type { FromRsaThread } from './thread-messages.js';

function serve(port: MessagePort): void {
  stepBack();
  port.on('message', (bits: number) => {
    try {
      const { publicKey, pkcs1 } = makeRsa(bits);
      const made: FromRsaThread = {
        kind: 'made',
        der: new Uint8Array(publicKey.der),
        bits: new Uint8Array(publicKey.bits),
        pkcs1: new Uint8Array(pkcs1),
      };
      pkcs1.fill(0);
      port.postMessage(made, [made.pkcs1.buffer]);
    } catch (error) {
      const failed: FromRsaThread = { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
      port.postMessage(failed);
    }
  });
}

if (parentPort) serve(parentPort);
