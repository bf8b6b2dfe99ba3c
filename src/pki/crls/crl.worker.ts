/** The other side of {@link CrlThread}: collects the entries that it receives and signs the CRL. */
import { parentPort } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { buildCrl, createSigner } from '../x509/index.js';
import { CrlGathering, unsignedCrl } from './crl-order.js';
import type { FromCrlThread, ToCrlThread } from './thread-messages.js';

function serve(port: MessagePort): void {
  let gathering = new CrlGathering();

  const answer = (message: ToCrlThread): FromCrlThread | undefined => {
    if (message.kind === 'page') {
      gathering.add(message.page);
      return undefined;
    }
    const { order, baseCount } = message;
    const gathered = gathering;
    gathering = new CrlGathering();
    const { content, entryCount } = gathered.content(order, baseCount);
    if (order.privateKey === undefined)
      return { kind: 'unsigned', entryCount, ...unsignedCrl(content, order.algorithm) };
    const der = buildCrl(content, createSigner(order.privateKey, order.signing));
    return { kind: 'built', der: new Uint8Array(der), entryCount };
  };

  port.on('message', (message: ToCrlThread) => {
    try {
      const reply = answer(message);
      if (reply?.kind === 'built') port.postMessage(reply, [reply.der.buffer]);
      if (reply?.kind === 'unsigned') port.postMessage(reply, [reply.tbs.buffer]);
    } catch (error) {
      gathering = new CrlGathering();
      const failed: FromCrlThread = { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
      port.postMessage(failed);
    }
  });
}

if (parentPort) serve(parentPort);
