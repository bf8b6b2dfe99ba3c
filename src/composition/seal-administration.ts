import type { Config } from '../settings/config.js';
import type { SealAdministration } from '../operator/administration.js';
import { OperatorError } from '../platform/operator-error.js';
import { systemClock } from '../platform/clock.js';
import type { Database } from '../platform/database/database.js';
import { ObjectKeys } from '../platform/objects/object-keys.js';
import { openReachable } from '../platform/objects/open-object-store.js';
import { SmallObjects } from '../platform/objects/small-objects.js';
import { openSeal, wrapForToken } from '../platform/seal/master-key.js';
import { SealError } from '../platform/seal/seal-error.js';
import { SealRecord } from '../platform/seal/seal-record.js';
import { SealedFiles } from '../platform/seal/sealed-files.js';
import { agreedClock } from './agreed-time.js';
import { SealRotation } from './seal-rotation.js';
import { sealSettings } from './seal-settings.js';
import { storeOwner } from './store-owner.js';

/** The seal for the operator, while a server may be running. */
export function sealAdministration(config: Config, database: () => Promise<Database>): SealAdministration {
  const using = async <T>(work: (rotation: SealRotation) => Promise<T>): Promise<T> => {
    const opened = await database();
    const log = { warn: () => undefined };
    const agreed = opened.provider === 'postgresql' ? await agreedClock(opened, log) : undefined;
    const clock = agreed ?? systemClock;
    try {
      const record = new SealRecord({ database: opened, clock });
      const sealedUnder = await record.needed();
      if (sealedUnder.length === 0)
        throw new OperatorError('Nothing is sealed yet: the first start creates the first sealed data.');
      const seal = await openSeal(sealSettings(config), { sealedUnder, make: false });
      const store = await openReachable(config.objectStore);
      try {
        await storeOwner(config, opened, store).require();
        const files = new SealedFiles({ folder: config.dataDir, seal });
        const contents = new SmallObjects({ database: opened, store, clock, mostBytes: config.smallContent });
        const objects = new ObjectKeys({ store: contents, seal });
        return await work(new SealRotation({ database: opened, clock, seal, record, objects, files }));
      } finally {
        store.close();
      }
    } finally {
      await agreed?.close();
    }
  };
  return {
    wrap: async (which) => {
      try {
        return await wrapForToken(sealSettings(config), which);
      } catch (error) {
        throw error instanceof SealError ? new OperatorError(`${error.message}.`) : error;
      }
    },
    status: () => using((rotation) => rotation.status()),
    rotate: (report) => using((rotation) => rotation.rotate(report)),
  };
}
