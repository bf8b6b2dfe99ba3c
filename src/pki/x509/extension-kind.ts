import { readDer, type DerValue } from './der-reader.js';
import type { Extension } from './extension.js';

/**
 * A kind of extension, with the values of those that were made or read here: an extension never changes, so the value of one that many certificates have is
 * read once.
 */
export class ExtensionKind<Value> {
  readonly #known = new WeakMap<Extension, { readonly value: Value }>();

  constructor(
    readonly oid: string,
    private readonly read: (value: DerValue) => Value,
  ) {}

  /** An extension that was made of this value. */
  made(made: Extension, value: Value): Extension {
    this.#known.set(made, { value });
    return made;
  }

  /** @throws X509Error `malformed` */
  valueOf(found: Extension): Value {
    let known = this.#known.get(found);
    if (known === undefined) {
      known = { value: this.read(readDer(found.value, `extension ${this.oid}`, { maxBytes: found.value.length })) };
      this.#known.set(found, known);
    }
    return known.value;
  }

  /** The value of this extension, if present. @throws X509Error `malformed` */
  in(all: readonly Extension[]): Value | undefined {
    const found = all.find(({ oid }) => oid === this.oid);
    return found && this.valueOf(found);
  }
}
