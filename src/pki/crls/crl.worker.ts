/** The other side of {@link CrlThread}: collects the entries that it receives and signs the CRL. */
import { parentPort } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { buildCrl, createSigner, entriesOf, entriesToBeSigned } from '../x509/index.js';
import { CrlGathering, unsignedCrl } from './crl-order.js';
import { partsOf } from './parts/part-list.js';
import type { FromCrlThread, ToCrlThread } from './thread-messages.js';

function serve(port: MessagePort): void {
  let gathering = new CrlGathering();
  /** The CRL that was built last: the next one of its issuer builds on it. */
  let last: Uint8Array | undefined;

  const answer = (message: ToCrlThread): FromCrlThread => {
    if (message.kind === 'page') {
      gathering.add(message.page);
      return { kind: 'added' };
    }
    const { baseCount, onLast } = message;
    const order = onLast ? { ...message.order, base: last } : message.order;
    const gathered = gathering;
    gathering = new CrlGathering();
    last = undefined;
    const { content, entryCount } = gathered.content(order, baseCount);
    if (order.privateKey === undefined) {
      const unsigned = unsignedCrl(content, order.algorithm);
      return { kind: 'unsigned', entryCount, parts: partsOf(entriesToBeSigned(unsigned.tbs)), ...unsigned };
    }
    last = buildCrl(content, createSigner(order.privateKey, order.signing));
    return { kind: 'built', der: new Uint8Array(last), entryCount, parts: partsOf(entriesOf(last)) };
  };

  port.on('message', (message: ToCrlThread) => {
    try {
      const reply = answer(message);
      port.postMessage(
        reply,
        reply.kind === 'built' ? [reply.der.buffer] : reply.kind === 'unsigned' ? [reply.tbs.buffer] : [],
      );
    } catch (error) {
      gathering = new CrlGathering();
      const failed: FromCrlThread = { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
      port.postMessage(failed);
    }
  });
}

if (parentPort) serve(parentPort);
