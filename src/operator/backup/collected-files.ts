import path from 'node:path';
import type { ObjectStore } from '../../platform/objects/object-store.js';
import { NewFiles } from '../copying.js';
import { filesBelow } from '../files.js';
import type { HashedFile } from '../files.js';
import { hashFile, place } from '../placing.js';
import type { Placed, Placing } from '../placing.js';
import { placeAll } from '../placing-threads.js';
import type { PlacingThreads } from '../placing-threads.js';
import { notesPath } from './manifest.js';
import { objectPath, placeObjects } from './objects-of-store.js';
import type { PlacedObject } from './objects-of-store.js';

/** Another backup, of which objects are linked. */
export interface Earlier {
  readonly folder: string;
  /** Its objects by their paths. */
  readonly files: ReadonlyMap<string, HashedFile>;
}

export const noneEarlier: Earlier = { folder: '', files: new Map() };

/** What comes into the folder of a backup, by the paths there. */
export class CollectedFiles {
  readonly #files = new Map<string, HashedFile>();
  readonly #made = new NewFiles();
  #how = { copied: 0, linked: 0, kept: 0 };
  #earlier: Earlier;
  #again: boolean;

  /**
   * @param from.objects a folder, or a store that is none
   * @param from.again whether the folder has objects of an interrupted backup
   */
  constructor(
    private readonly folder: string,
    private readonly from: {
      readonly objects: string | ObjectStore;
      readonly earlier: Earlier;
      readonly again: boolean;
      readonly threads?: PlacingThreads | undefined;
    },
  ) {
    this.#earlier = from.earlier;
    this.#again = from.again;
  }

  get files(): ReadonlyMap<string, HashedFile> {
    return this.#files;
  }

  /** How many objects are in it in which way. */
  get how(): Readonly<Record<Placed['how'], number>> {
    return this.#how;
  }

  /** Whether there may be objects in the folder that are not among the files. */
  get mayHaveMore(): boolean {
    return this.#again;
  }

  /** The objects that are not in it yet. */
  async addObjects(): Promise<void> {
    const { objects } = this.from;
    await (typeof objects === 'string' ? this.#addFromFolder(objects) : this.#addFromStore(objects));
  }

  /** Forgets the objects: each is copied, or kept if it equals that of the store. */
  beginAnew(): void {
    this.#files.clear();
    [this.#earlier, this.#again] = [noneEarlier, true];
    this.#how = { copied: 0, linked: 0, kept: 0 };
  }

  /** One that other code has made in the folder. */
  addMade(name: string): void {
    const file = path.join(this.folder, name);
    this.#made.add(file);
    this.#files.set(name, { path: name, ...hashFile(file) });
  }

  addNote(note: string): void {
    const name = `${notesPath}${note}`;
    this.#files.set(name, { path: name, ...this.#made.empty(path.join(this.folder, name)) });
  }

  /** A file of the data folder. */
  addData(dataDir: string, below: string): void {
    const name = `data/${below}`;
    const to = path.join(this.folder, name);
    this.#made.makeFolderOf(to);
    const placed = place({ from: path.join(dataDir, below), to, earlier: null, again: false });
    if (placed) this.#add(name, to, placed);
  }

  /** Resolves when all is on disk. */
  settled(): Promise<void> {
    return this.#made.settled(this.folder);
  }

  async #addFromFolder(objects: string): Promise<void> {
    const placings: Placing[] = [];
    for (const below of await filesBelow(objects)) {
      const name = `objects/${below}`;
      const placing = /^objects\/(?:temporary|notes)\//.test(name) ? null : this.#placingOf(name);
      if (placing) placings.push({ ...placing, from: path.join(objects, below) });
    }
    const nameOf = (file: string) => path.relative(this.folder, file).replaceAll(path.sep, '/');
    const heard = ({ to }: Placing, placed: Placed | null) => {
      this.#addObject(nameOf(to), to, placed);
    };
    await placeAll(placings, heard, this.from.threads);
  }

  async #addFromStore(store: ObjectStore): Promise<void> {
    const placingOf = (name: string) => this.#placingOf(name);
    const placings = async function* (): AsyncGenerator<PlacedObject, void, undefined> {
      for await (const { id } of store.list()) {
        const placing = placingOf(objectPath(id));
        if (placing) yield { ...placing, id };
      }
    };
    await placeObjects(store, placings(), ({ id, to }, placed) => {
      this.#addObject(objectPath(id), to, placed);
    });
  }

  /** `null` for what is in it already. */
  #placingOf(name: string): Omit<Placing, 'from'> | null {
    if (this.#files.has(name)) return null;
    const known = this.#earlier.files.get(name);
    const to = path.join(this.folder, name);
    this.#made.makeFolderOf(to);
    const earlier = known ? { file: path.join(this.#earlier.folder, name), content: known } : null;
    return { to, again: this.#again, earlier };
  }

  /** @param placed `null` for one that was swept after it was listed */
  #addObject(name: string, to: string, placed: Placed | null): void {
    if (!placed) return;
    this.#add(name, to, placed);
    this.#how[placed.how] += 1;
  }

  #add(name: string, to: string, { content: { size, sha256 } }: Placed): void {
    this.#made.add(to);
    this.#files.set(name, { path: name, size, sha256 });
  }
}
