import { X509Error } from './error.js';

/** One block of a PEM text (RFC 7468). */
export interface PemBlock {
  /** The label after BEGIN, such as `CERTIFICATE`. */
  readonly label: string;
  readonly der: Buffer;
}

/** Longest PEM text that is read, in UTF-16 units. It has room for a bundle of the largest certificates. */
const maxText = 4 * 1024 * 1024;

const base64Body = /^[A-Za-z0-9+/]+={0,2}$/;

const columns = 64;

/** Lines of 64 characters that end with LF, including the last one. */
export function encodePem(label: string, der: Uint8Array): string {
  const body = Buffer.from(der.buffer, der.byteOffset, der.byteLength).toString('base64');
  let text = `-----BEGIN ${label}-----\n`;
  for (let at = 0; at < body.length; at += columns) text += `${body.slice(at, at + columns)}\n`;
  return `${text}-----END ${label}-----\n`;
}

/** Lines of a piece: some 250 KB of text, which take about a millisecond. */
const linesOfPiece = 4096;
/** Octets in a full line. */
const octetsOfLine = (columns / 4) * 3;

/** The same text in pieces, for large documents: callers can let other work run in between. */
export function* pemPieces(label: string, der: Uint8Array, lineEnd = '\n'): Generator<Buffer, void, undefined> {
  yield Buffer.from(`-----BEGIN ${label}-----${lineEnd}`, 'latin1');
  const step = linesOfPiece * octetsOfLine;
  for (let from = 0; from < der.length; from += step) {
    const body = Buffer.from(der.buffer, der.byteOffset + from, Math.min(step, der.length - from)).toString('base64');
    const lines: string[] = [];
    for (let at = 0; at < body.length; at += columns) lines.push(body.slice(at, at + columns));
    yield Buffer.from(lines.join(lineEnd) + lineEnd, 'latin1');
  }
  yield Buffer.from(`-----END ${label}-----${lineEnd}`, 'latin1');
}

/** Length of that text in characters. */
export function pemLength(label: string, octets: number, lineEnd = '\n'): number {
  const body = Math.ceil(octets / 3) * 4;
  const around = `-----BEGIN ${label}----------END ${label}-----`.length;
  return around + body + (Math.ceil(body / columns) + 2) * lineEnd.length;
}

/**
 * Every block of a text, in order. Text between blocks is ignored (RFC 7468). A block that begins must end, and its body must be base64.
 * @throws X509Error `malformed` if there is none or one is broken, `unsupported` for encrypted ones, `too_large`
 */
export function decodePem(text: string, where = 'PEM'): PemBlock[] {
  if (text.length > maxText) throw new X509Error('too_large', where, `longer than ${maxText} characters`);
  const blocks: PemBlock[] = [];
  for (let at = text.indexOf(begin); at >= 0;) {
    const line = text.indexOf(dashes, at + begin.length);
    const label = line < 0 ? '' : text.slice(at + begin.length, line);
    const last = `-----END ${label}-----`;
    const end = labelShape.test(label) ? text.indexOf(last, line + dashes.length) : -1;
    if (end < 0) throw new X509Error('malformed', where, 'a PEM block that does not end');
    blocks.push({ label, der: decodeBody(text.slice(line + dashes.length, end), label, where) });
    at = text.indexOf(begin, end);
  }
  if (blocks.length === 0) throw new X509Error('malformed', where, 'no PEM block');
  return blocks;
}

const begin = '-----BEGIN ';
const dashes = '-----';
const labelShape = /^[A-Z0-9][A-Z0-9 -]{0,62}$/;

/** RFC 1421 4.6: headers that end with an empty line. */
const headers = /^\s*(?:[A-Za-z0-9-]+:[^\n]*\r?\n(?:[ \t][^\n]*\n)*)+\s*\n/;

function decodeBody(body: string, label: string, where: string): Buffer {
  const [head = ''] = body.includes(':') ? (headers.exec(body) ?? []) : [];
  if (/^Proc-Type:/im.test(head)) throw new X509Error('unsupported', where, `an encrypted ${label}`);
  const base64 = body.slice(head.length).replace(/\s+/g, '');
  if (!base64Body.test(base64)) throw new X509Error('malformed', where, `the body of ${label} is not base64`);
  return Buffer.from(base64, 'base64');
}

/** Whether a text has a block at all, broken or not. */
export const isPem = (text: string): boolean => text.includes(begin);

/** The first block with one of these labels. @throws X509Error `malformed` if there is none */
export function decodePemBlock(text: string, labels: readonly string[], where: string): Buffer {
  const found = decodePem(text, where).find(({ label }) => labels.includes(label));
  if (found === undefined) throw new X509Error('malformed', where, `no ${labels.join(' or ')} block`);
  return found.der;
}
