import { randomBytes } from 'node:crypto';
import { GraphQLError } from 'graphql';
import type { ExecutionResult } from 'graphql';
import { jsonText } from '../../platform/graphql/raw-json.js';

/** Largest response that is built in memory, in bytes. */
const mostBytes = 1024 * 1024;

/** Created once for all who get the same response. */
const made = new WeakMap<object, Promise<string>>();

/** The JSON text of a response, parts of which may be texts already; all digits are kept. @throws GraphQLError LIMIT_EXCEEDED */
export function wholeText(answer: object): Promise<string> {
  const text = made.get(answer) ?? makeText(answer);
  made.set(answer, text);
  return text;
}

async function makeText(answer: object): Promise<string> {
  const text = jsonText(answer);
  if (typeof text === 'string') return text;
  if (text.size > mostBytes) {
    throw new GraphQLError(`A response of a subscription has at most ${mostBytes} bytes: read the rest with a query`, {
      extensions: { code: 'LIMIT_EXCEEDED', limit: 'answer', most: mostBytes },
    });
  }
  const pieces: Buffer[] = [];
  for await (const piece of text.stream()) if (piece instanceof Uint8Array) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString();
}

const token = randomBytes(12).toString('hex');
const place = new RegExp(`"payload":\\{"extensions":\\{"text":"${token}-(\\d+)"\\}\\}\\}$`);

/** A response as a text, which the protocol library hands on. */
export class TextResult implements ExecutionResult {
  readonly extensions: { readonly text: string };

  constructor(text: string) {
    this.extensions = { text };
  }
}

/**
 * Responses of one connection. The protocol library builds a message around a response, and would serialize its values; ours is a text already. So the library
 * gets a placeholder, which is replaced when the message is sent.
 */
export class MessageTexts {
  readonly #texts = new Map<string, string>();
  #count = 0;

  /** Takes a response only when its message is made, because it is kept until then: a client may complete what it asked for, and nothing is sent. */
  place({ extensions }: TextResult): TextResult {
    this.#count += 1;
    this.#texts.set(String(this.#count), extensions.text);
    return { extensions: { text: `${token}-${this.#count}` } };
  }

  filled(message: string): string {
    if (this.#texts.size === 0) return message;
    const [found, number = ''] = place.exec(message) ?? [];
    const text = this.#texts.get(number);
    if (found === undefined || text === undefined) return message;
    this.#texts.delete(number);
    return `${message.slice(0, -found.length)}"payload":${text}}`;
  }
}
