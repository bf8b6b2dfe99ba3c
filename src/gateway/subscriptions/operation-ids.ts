import { z } from 'zod';

const named = z.looseObject({ type: z.enum(['subscribe', 'complete']), id: z.string().min(1) });
const numbered = /^\{"id":"(\d+):/;

/**
 * The operations of one connection. A client may use an id again as soon as it has completed what it named, also while that still opens; the protocol library
 * keeps operations by id, and would take the end of the first for the end of the second. So the library gets ids that never repeat: a number before the
 * client's id.
 */
export class OperationIds {
  readonly #numbers = new Map<string, number>();
  readonly #ids = new Map<number, string>();
  #count = 0;

  /** @returns the message for the library; `null` if the client has an open operation with this id */
  received(message: string): string | null {
    const { data } = named.safeParse(parsed(message));
    if (!data) return message;
    const number = data.type === 'subscribe' ? this.#begin(data.id) : this.#end(data.id);
    return number === null ? null : JSON.stringify({ ...data, id: `${number}:${data.id}` });
  }

  /** @returns the message for the client; `null` if it is about an operation that the client has completed */
  sent(message: string): string | null {
    const [start, number] = numbered.exec(message) ?? [];
    if (start === undefined) return message;
    const id = this.#ids.get(Number(number));
    if (id === undefined) return null;
    const idText = JSON.stringify(id).slice(1);
    const rest = message.slice(start.length);
    if (!rest.startsWith(',"type":"next"', idText.length)) this.#end(id);
    return `{"id":"${rest}`;
  }

  #begin(id: string): number | null {
    if (this.#numbers.has(id)) return null;
    this.#count += 1;
    this.#numbers.set(id, this.#count);
    this.#ids.set(this.#count, id);
    return this.#count;
  }

  /** @returns 0, which no operation has, if none has the id */
  #end(id: string): number {
    const number = this.#numbers.get(id) ?? 0;
    this.#numbers.delete(id);
    this.#ids.delete(number);
    return number;
  }
}

function parsed(message: string): unknown {
  try {
    return JSON.parse(message);
  } catch {
    return undefined;
  }
}
