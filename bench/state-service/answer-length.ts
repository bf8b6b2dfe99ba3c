const endOfLine = Buffer.from('\r\n');
const endOfHead = Buffer.from('\r\n\r\n');

/** Where the body of an answer begins; -1 while its head has not ended. */
const bodyStart = (held: Buffer): number => {
  const end = held.indexOf(endOfHead);
  return end === -1 ? -1 : end + endOfHead.length;
};

const headOf = (held: Buffer): string => held.toString('latin1', 0, bodyStart(held));
const isChunked = (head: string): boolean => /\r\ntransfer-encoding:[^\r\n]*chunked/i.test(head);

/** How long the answer is that `held` begins with, head and body, whether all of it is there or not; `null` while that is not known. */
export function answerLength(held: Buffer): number | null {
  const from = bodyStart(held);
  if (from === -1) return null;
  const head = headOf(held);
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? [];
  if (length !== undefined) return from + Number(length);
  if (/^HTTP\/1\.1 (?:1\d\d|204|304)/.test(head)) return from;
  if (!isChunked(head)) throw new Error('an answer that ends with its connection');
  return chunksOf(held, from)?.end ?? null;
}

/** The chunks of a body, and where it ends; `null` while it has not ended. */
function chunksOf(held: Buffer, from: number): { readonly chunks: readonly Buffer[]; readonly end: number } | null {
  const chunks: Buffer[] = [];
  for (let at = from; ;) {
    const line = held.indexOf(endOfLine, at);
    if (line === -1) return null;
    const size = Number.parseInt(held.toString('latin1', at, line), 16);
    const begins = line + endOfLine.length;
    if (size === 0) {
      // What may follow the last chunk ends with an empty line.
      const end = held.indexOf(endOfHead, line);
      return end === -1 ? null : { chunks, end: end + endOfHead.length };
    }
    if (Number.isNaN(size)) throw new Error('a chunk without its size');
    if (held.length < begins + size + endOfLine.length) return null;
    chunks.push(held.subarray(begins, begins + size));
    at = begins + size + endOfLine.length;
  }
}

/** The body of a whole answer, of its chunks where it came so. */
export function bodyOf(answer: Buffer): Buffer {
  const from = bodyStart(answer);
  return isChunked(headOf(answer)) ? Buffer.concat(chunksOf(answer, from)?.chunks ?? []) : answer.subarray(from);
}
