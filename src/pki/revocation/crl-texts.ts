import { setImmediate as turn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { pemLength, pemPieces } from '../x509/index.js';

/** How the PEM text of a CRL is written: as it is, or as it stands between the quotes of a JSON string. */
export type CrlTextForm = 'pem' | 'json';

const lineEnds: Readonly<Record<CrlTextForm, string>> = { pem: '\n', json: '\\n' };

/** What stands after BEGIN. */
export const crlLabel = 'X509 CRL';

/** Octets of the text of a CRL of so many octets. */
export const crlTextLength = (size: number, form: CrlTextForm): number => pemLength(crlLabel, size, lineEnds[form]);

/** Reads the DER of a CRL. */
export type ReadCrl = () => Promise<Uint8Array>;

/** Bytes of texts that are kept at hand. */
const mostKept = 128 * 1024 * 1024;

/**
 * PEM texts of CRLs, made once for all who ask. A CRL of a million entries has a text of 50 MB, and whoever verifies may ask as often as he likes: so a long one is
 * made bit by bit, and those who ask meanwhile wait for the same one.
 */
export class CrlTexts {
  readonly #kept: LRUCache<string, Uint8Array>;
  readonly #underWay = new Map<string, Promise<Uint8Array>>();

  constructor({ most = mostKept }: { readonly most?: number } = {}) {
    this.#kept = new LRUCache({ maxSize: most, sizeCalculation: ({ length }) => length });
  }

  /**
   * @param id of the CRL: its content never changes under it
   * @param read its DER, which is read where the text is not at hand
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
    // Others have their turn between two.
    if (at > 0) await turn();
    at += piece.copy(text, at);
  }
  return text;
}
