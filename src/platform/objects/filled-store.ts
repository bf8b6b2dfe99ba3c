import { OperatorError } from '../operator-error.js';
import { foreignAt } from './foreign-objects.js';
import { isObjectId } from './object-id.js';
import type { ObjectStore } from './object-store.js';
import { openReachable } from './open-object-store.js';

/** The beginning of the name of the note that a store has while it is being filled. */
const filling = 'filling-';

/**
 * An object store that is being filled with the objects of another one. It has no note of an installation until it is complete, so no server uses it before, and
 * one that says what it is being filled with.
 */
export class FilledStore {
  /** @param name from the settings, for messages */
  private constructor(
    readonly store: ObjectStore,
    private readonly name: string,
  ) {}

  /**
   * Looks at a place without making anything there.
   * @param tell hears what else is there, and may stay
   * @returns what opens it
   * @throws OperatorError for a place where somebody else keeps something
   */
  static async at(url: string, tell: (line: string) => void): Promise<() => Promise<FilledStore>> {
    // One that does not answer is told as such.
    if (!url.startsWith('file:')) (await openReachable(url)).close();
    const { kept, dropped } = await foreignAt(url);
    if (kept !== null)
      throw new OperatorError(
        `The object store ${url} holds something else ("${kept}"): name an empty one. Nothing in it was changed.`,
      );
    for (const name of dropped) tell(`in the object store is also "${name}", which is no part of it`);
    return async () => new FilledStore(await openReachable(url), url);
  }

  /**
   * Takes an empty store, or goes on with the same copy.
   * @param origin what it is filled with: letters, digits and `-`
   * @param whole the notes that a complete copy has: with all of them it is one, and is only compared
   * @returns whether it goes on
   * @throws OperatorError for a store with anything else
   */
  async begin(origin: string, whole: readonly string[]): Promise<boolean> {
    const notes = await this.store.notes();
    const mark = filling + origin;
    if (notes.includes(mark)) return true;
    if (whole.length > 0 && whole.every((note) => notes.includes(note))) return true;
    const other = notes.find((note) => note.startsWith(filling));
    if (other !== undefined)
      throw new OperatorError(
        `The object store ${this.name} holds an unfinished copy of something else (${other.slice(filling.length)}): name an empty one.`,
      );
    if (notes.length > 0 || (await this.#holdsObjects()))
      throw new OperatorError(
        `The object store ${this.name} is not empty: name an empty one. Nothing in it was changed.`,
      );
    await this.store.addNote(mark);
    return false;
  }

  /** From now on it is the store of the installation that the notes name. */
  async finish(origin: string, notes: readonly string[]): Promise<void> {
    for (const note of notes) await this.store.addNote(note);
    await this.store.removeNote(filling + origin);
  }

  async #holdsObjects(): Promise<boolean> {
    for await (const { id } of this.store.list()) return isObjectId(id);
    return false;
  }
}
