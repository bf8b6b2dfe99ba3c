import forge from 'node-forge';
import { X509Error } from './error.js';

/** One block of a PEM text (RFC 7468). */
export interface PemBlock {
  /** What stands after BEGIN, e.g. `CERTIFICATE`. */
  readonly label: string;
  readonly der: Buffer;
}

/** Longest PEM text that is read, in UTF-16 units: a bundle of the largest certificates. */
const maxText = 4 * 1024 * 1024;

const base64Body = /^[A-Za-z0-9+/]+={0,2}$/;

const columns = 64;

/** Text with LF line ends, 64 columns, and a line end at the end. */
export function encodePem(label: string, der: Uint8Array): string {
  const body = Buffer.from(der.buffer, der.byteOffset, der.byteLength).toString('base64');
  let text = `-----BEGIN ${label}-----\n`;
  for (let at = 0; at < body.length; at += columns) text += `${body.slice(at, at + columns)}\n`;
  return `${text}-----END ${label}-----\n`;
}

/**
 * Every block of a text, in order; what stands between blocks is ignored, as RFC 7468 says.
 * @throws X509Error `malformed` when there is none or one is broken, `unsupported` for encrypted ones, `too_large`
 */
export function decodePem(text: string, where = 'PEM'): PemBlock[] {
  if (text.length > maxText) throw new X509Error('too_large', where, `longer than ${maxText} characters`);
  checkFrames(text, where);
  let blocks: forge.pem.ObjectPEM[];
  try {
    blocks = forge.pem.decode(text);
  } catch (cause) {
    throw new X509Error('malformed', where, 'no readable PEM block', { cause });
  }
  return blocks.map(({ type, body, procType }) => {
    if (procType) throw new X509Error('unsupported', where, `an encrypted ${type}`);
    return { label: type, der: Buffer.from(body, 'latin1') };
  });
}

/** forge passes over what it cannot read; here a block that was begun must be ended, and its body must be base64. */
function checkFrames(text: string, where: string): void {
  let at = text.indexOf('-----BEGIN ');
  if (at < 0) throw new X509Error('malformed', where, 'no PEM block');
  while (at >= 0) {
    const line = text.indexOf('-----', at + 11);
    const label = line < 0 ? '' : text.slice(at + 11, line);
    const end = /^[A-Z0-9][A-Z0-9 -]{0,62}$/.test(label) ? text.indexOf(`-----END ${label}-----`, line + 5) : -1;
    if (end < 0) throw new X509Error('malformed', where, 'a PEM block that does not end');
    const body = text.slice(line + 5, end);
    if (!body.includes(':') && !base64Body.test(body.replace(/\s+/g, '')))
      throw new X509Error('malformed', where, `the body of ${label} is not base64`);
    at = text.indexOf('-----BEGIN ', end);
  }
}

/** The first block with one of these labels. @throws X509Error `malformed` when there is none */
export function decodePemBlock(text: string, labels: readonly string[], where: string): Buffer {
  const found = decodePem(text, where).find(({ label }) => labels.includes(label));
  if (found === undefined) throw new X509Error('malformed', where, `no ${labels.join(' or ')} block`);
  return found.der;
}
