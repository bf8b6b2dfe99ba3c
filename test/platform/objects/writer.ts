/* Run by the crash test: writes objects until it is killed, and prints the id of each once its write is acknowledged. */
import { newObjectId } from '../../../src/platform/objects/object-id.js';
import { openObjectStore } from '../../../src/platform/objects/open-object-store.js';
import { SealedObjects } from '../../../src/platform/objects/sealed-objects.js';
import { Seal } from '../../../src/platform/seal/seal.js';
import { bytesLike, inPieces } from './content.js';
import { printed } from '../../printed.js';

const [folder = ''] = process.argv.slice(2);
const objects = new SealedObjects({
  store: await openObjectStore(`file:${folder}`),
  seal: new Seal({ current: Buffer.alloc(32, 7), earlier: [] }),
});

async function write(lane: number): Promise<never> {
  for (let n = 0; ; n += 1) {
    const seed = `${process.pid}-${lane}-${n}`;
    const size = n % 4 === 3 ? 1_500_000 : 3_000;
    const id = newObjectId();
    await objects.write(id, inPieces(bytesLike(lane % 2 ? 'noise' : 'state', size, seed)));
    await printed(`${id} ${size} ${lane % 2 ? 'noise' : 'state'} ${seed}`);
  }
}

await Promise.all([0, 1, 2, 3].map(write));
