/** The other side of {@link RsaDecryptions}: says that it is ready, then answers each message. */
import { parentPort } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { decryptRsa } from '../x509/cms/index.js';
import type { RsaDecryption } from '../x509/cms/index.js';

function serve(port: MessagePort): void {
  port.on('message', (asked: RsaDecryption) => {
    // Of one form, whether it could be decrypted or not.
    const decrypted = new Uint8Array(decryptRsa(asked));
    port.postMessage(decrypted, [decrypted.buffer]);
  });
  port.postMessage('ready');
}

if (parentPort) serve(parentPort);
