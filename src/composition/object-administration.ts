import type { Config } from '../settings/config.js';
import type { ObjectAdministration } from '../operator/administration.js';
import { databaseFile } from '../operator/files.js';
import { holdInstallation } from '../operator/held-installation.js';
import { refuseServed } from '../operator/served-database.js';
import type { Database } from '../platform/database/database.js';
import { openReachable } from '../platform/objects/open-object-store.js';
import { UnnamedObjects } from '../state/backing-data/unnamed-objects.js';
import { storeOwner } from './store-owner.js';

/**
 * The operator's decisions about database and object store.
 * @param made opens the database too, and makes it if there is none: a store may be for a new one
 */
export function objectAdministration(
  config: Config,
  database: () => Promise<Database>,
  made: () => Promise<Database>,
): ObjectAdministration {
  return {
    async adopt() {
      // A running server sweeps too.
      const folder = databaseFile(config) === null ? null : holdInstallation(config);
      try {
        const opened = await made();
        if (folder === null) await refuseServed(config.databaseUrl);
        const store = await openReachable(config.objectStore);
        try {
          const { before } = await storeOwner(config, opened, store).adopt();
          return { store: config.objectStore, before };
        } finally {
          store.close();
        }
      } finally {
        folder?.close();
      }
    },
    release: async () => new UnnamedObjects({ database: await database() }).release(),
  };
}
