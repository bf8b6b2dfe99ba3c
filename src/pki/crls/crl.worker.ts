/** The thread of {@link CrlBuilder}: collects the entries that it receives and signs the CRL. */
import { parentPort } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { buildCrl, createSigner, entriesOf, entriesToBeSigned } from '../x509/index.js';
import { CrlGathering, unsignedCrl } from './crl-order.js';
import type { BaseEntries } from './crl-order.js';
import { frameOf, heldParts } from './parts/crl-octets.js';
import { partsAfter, partsOf } from './parts/part-list.js';
import type { EntryPart } from './parts/part-list.js';
import type { BuiltFrame, FromCrlThread, SentBase, ToCrlThread } from './thread-messages.js';

type Contents = ReadonlyMap<string, Uint8Array>;

/**
 * @param held what is in the parts of the CRL that was built last
 * @param sent what is in others
 */
function baseOf({ count, parts, entries }: SentBase, held: Contents, sent: Contents): BaseEntries {
  if (entries) return { count, pieces: [entries] };
  return {
    count,
    pieces: parts.map(({ digest }) => {
      const content = sent.get(digest) ?? held.get(digest);
      if (!content) throw new Error('a part of the CRL before was not sent');
      return content;
    }),
  };
}

function frameAndAdded(
  der: Uint8Array,
  entries: Uint8Array,
  contents: Contents,
  before: readonly EntryPart[],
): BuiltFrame {
  if (contents.size === 0) return { frame: new Uint8Array(der), at: der.length, added: [] };
  const known = new Set(before.map(({ digest }) => digest));
  const added = [...contents].filter(([digest]) => !known.has(digest));
  return {
    frame: frameOf(der, entries),
    at: entries.byteOffset - der.byteOffset,
    added: added.map(([digest, content]) => ({ digest, content: new Uint8Array(content) })),
  };
}

function serve(port: MessagePort): void {
  let gathering = new CrlGathering();
  /** What is in the parts of the CRL that was built last: the next one of its issuer builds on it. */
  let held: Contents = new Map();
  const sent = new Map<string, Uint8Array>();

  const answer = (message: ToCrlThread): FromCrlThread => {
    if (message.kind === 'page') {
      gathering.add(message.page);
      return { kind: 'added' };
    }
    if (message.kind === 'parts') {
      for (const { digest, content } of message.parts) sent.set(digest, content);
      return { kind: 'added' };
    }
    const { order, base } = message;
    const gathered = gathering;
    gathering = new CrlGathering();
    const { content, entryCount, removed } = gathered.content(order, baseOf(base, held, sent));
    held = new Map();
    sent.clear();
    const before = removed === 0 ? base.parts : [];
    const parted = (entries: Uint8Array) => (before.length > 0 ? partsAfter(before, entries) : partsOf(entries));
    if (order.privateKey === undefined) {
      const unsigned = unsignedCrl(content, order.algorithm);
      return { kind: 'unsigned', entryCount, parts: parted(entriesToBeSigned(unsigned.tbs)), ...unsigned };
    }
    const der = buildCrl(content, createSigner(order.privateKey, order.signing));
    const entries = entriesOf(der);
    const parts = parted(entries);
    held = new Map(heldParts(entries, parts).map((part) => [part.digest, part.content]));
    return { kind: 'built', entryCount, parts, ...frameAndAdded(der, entries, held, base.parts) };
  };

  port.on('message', (message: ToCrlThread) => {
    try {
      const reply = answer(message);
      port.postMessage(reply, transferred(reply));
    } catch (error) {
      gathering = new CrlGathering();
      sent.clear();
      const failed: FromCrlThread = { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
      port.postMessage(failed);
    }
  });
}

function transferred(reply: FromCrlThread): ArrayBuffer[] {
  if (reply.kind === 'unsigned') return [reply.tbs.buffer];
  return reply.kind === 'built' ? [reply.frame.buffer, ...reply.added.map(({ content }) => content.buffer)] : [];
}

if (parentPort) serve(parentPort);
