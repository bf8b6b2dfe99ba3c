import type { InventoryResource } from './inventory.js';
import type { ResourceTexts } from './inventory.js';

/**
 * The data of a resource in the index, in this order: an entry is a list, which is half as long as an object with these names. It contains no attribute of the
 * resource, because attributes may be secret.
 */
export const indexEntry = ['address', 'module', 'mode', 'type', 'name', 'provider', 'instanceCount'] as const;

const encoder = new TextEncoder();

/** Creates the texts of one content's resources, batch by batch. */
export class ResourceTextMaker {
  readonly #module = remembered(JSON.stringify);
  readonly #modulePath = remembered(JSON.stringify);
  readonly #resourceType = remembered(JSON.stringify);
  readonly #type = remembered(JSON.stringify);
  readonly #provider = remembered(JSON.stringify);

  texts(batch: readonly InventoryResource[]): ResourceTexts {
    const documents: string[] = [];
    const entries = new Map<string, string>();
    for (const resource of batch) {
      const { address, mode, count } = resource;
      const name = JSON.stringify(resource.name);
      const provider = this.#provider(resource.provider);
      const module = this.#modulePath(resource.modulePath || 'root');
      documents.push(
        `{"name":${name},"type":${this.#type(resource.type)},"count":${count},"module":${this.#module(resource.module)},"provider":${provider}}`,
      );
      entries.set(
        address,
        `[${JSON.stringify(address)},${module},"${mode}",${this.#resourceType(resource.resourceType)},${name},${provider},${count}]`,
      );
    }
    return {
      documents: encoder.encode(documents.join(',')),
      index: encoder.encode(`[${[...entries.values()].join(',')}]\n`),
    };
  }
}

/** The same function with a cache for the last argument: adjacent resources have most in common. */
export function remembered<Answer>(answerOf: (text: string) => Answer): (text: string) => Answer {
  let last: { readonly text: string; readonly answer: Answer } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, answer: answerOf(text) };
    return last.answer;
  };
}
