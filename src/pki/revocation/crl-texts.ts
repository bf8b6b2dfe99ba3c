import { setImmediate as turn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { pemLength, pemPieces } from '../x509/index.js';

/** The form of the PEM text of a CRL: plain, or as the content of a JSON string. */
export type CrlTextForm = 'pem' | 'json';

const lineEnds: Readonly<Record<CrlTextForm, string>> = { pem: '\n', json: '\\n' };

/** The label after BEGIN. */
const crlLabel = 'X509 CRL';

/** The length in octets of the text of a CRL with this many octets. */
export const crlTextLength = (size: number, form: CrlTextForm): number => pemLength(crlLabel, size, lineEnds[form]);

/** Reads the DER of a CRL. */
export type ReadCrl = () => Promise<Uint8Array>;

/** Bytes of cached texts. */
const mostKept = 128 * 1024 * 1024;

/**
 * PEM texts of CRLs, created once for all callers. A CRL of a million entries has a text of 50 MB, and clients may request it as often as they like. So a long
 * text is created step by step, and callers in the meantime wait for the same one.
 */
export class CrlTexts {
  readonly #kept: LRUCache<string, Uint8Array>;
  readonly #underWay = new Map<string, Promise<Uint8Array>>();

  constructor({ most = mostKept }: { readonly most?: number } = {}) {
    this.#kept = new LRUCache({ maxSize: most, sizeCalculation: ({ length }) => length });
  }

  /**
   * @param id of the CRL, whose content never changes
   * @param read reads its DER if the text is not cached
   * @throws what `read` throws
   */
  async of(id: string, read: ReadCrl, form: CrlTextForm): Promise<Uint8Array> {
    const key = `${form} ${id}`;
    const known = this.#kept.get(key);
    if (known) return known;
    const underWay = this.#underWay.get(key) ?? this.#begin(key, read, form);
    return underWay;
  }

  #begin(key: string, read: ReadCrl, form: CrlTextForm): Promise<Uint8Array> {
    const making = made(read, form).finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, making);
    return making.then((text) => {
      this.#kept.set(key, text);
      return text;
    });
  }
}

async function made(read: ReadCrl, form: CrlTextForm): Promise<Uint8Array> {
  const der = await read();
  const lineEnd = lineEnds[form];
  const text = Buffer.allocUnsafeSlow(pemLength(crlLabel, der.length, lineEnd));
  let at = 0;
  for (const piece of pemPieces(crlLabel, der, lineEnd)) {
    // Others get the thread between two steps.
    if (at > 0) await turn();
    at += piece.copy(text, at);
  }
  return text;
}
