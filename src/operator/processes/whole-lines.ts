import { StringDecoder } from 'node:string_decoder';
import type { Readable } from 'node:stream';

/** Characters of one line: a process that writes no end of line does not fill the memory. */
const longestLine = 4_000_000;

/** Hands on what a process writes in whole lines; the last one too, which a kill may have cut. */
export function wholeLines(stream: Readable, write: (line: string) => void): void {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  stream.on('data', (chunk: Buffer) => {
    const lines = `${rest}${decoder.write(chunk)}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) write(`${line}\n`);
    if (rest.length < longestLine) return;
    write(`${rest}\n`);
    rest = '';
  });
  stream.on('end', () => {
    if (rest !== '') write(`${rest}\n`);
    rest = '';
  });
  stream.on('error', () => undefined);
}
