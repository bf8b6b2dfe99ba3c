import { AuditChain } from '../identity/audit/chain.js';
import type { Clock } from '../platform/clock.js';
import type { Database } from '../platform/database/database.js';
import type { Report } from '../platform/jobs/job-progress.js';
import { OperatorError } from '../platform/operator-error.js';
import type { ObjectKeys } from '../platform/objects/object-keys.js';
import type { RotationOutcome, SealAdministration, SealStatus } from '../operator/administration.js';
import type { RecordedKey, SealRecord, SealingServer } from '../platform/seal/seal-record.js';
import type { Rewrapped } from '../platform/seal/rewrapping.js';
import type { Seal } from '../platform/seal/seal.js';
import { countColumn, rewrapColumn } from '../platform/seal/sealed-columns.js';
import type { KeyCounts } from '../platform/seal/sealed-columns.js';
import { isWrapPurpose, sealedPlaces, sealPurposes } from '../platform/seal/sealed-places.js';
import type { SealPurpose, WrappedPlace } from '../platform/seal/sealed-places.js';
import type { SealedFiles } from '../platform/seal/sealed-files.js';

export interface RotationDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly seal: Seal;
  readonly record: SealRecord;
  readonly objects: ObjectKeys;
  readonly files: SealedFiles;
}

/** Seals everything again with the current master key, so that earlier ones can be removed. It has no state of its own, so it can be interrupted anywhere. */
export class SealRotation implements Omit<SealAdministration, 'wrap'> {
  constructor(private readonly deps: RotationDeps) {}

  async status(): Promise<SealStatus> {
    const { record, seal } = this.deps;
    const counts = [];
    for (const purpose of sealPurposes) counts.push({ purpose, byKey: await this.#held(purpose).count() });
    await this.#noteFound(counts);
    return { configured: seal.keyIds, needed: await record.needed(), servers: await record.servers(), counts };
  }

  /**
   * @param report called with the progress of each purpose
   * @throws OperatorError if a key is missing, or a running server does not have the current key or still seals with an earlier one
   */
  async rotate(report: Parameters<SealAdministration['rotate']>[0]): Promise<RotationOutcome> {
    const { record, seal } = this.deps;
    await this.#requireServers();
    await record.begin(seal);
    // A key that a server records from here on is not in this list, and stays.
    const earlier = (await record.keys()).filter(({ id }) => id !== seal.keyId);
    // A server that appeared in between is found now; a later one has recorded its key again by then.
    await this.#requireServers();
    let wrapped = 0;
    const failures: string[] = [];
    for (const purpose of sealPurposes) {
      const done = await this.#held(purpose).rewrap((count, total) => {
        report(purpose, count, total);
      });
      wrapped += done.wrapped;
      failures.push(...done.failures);
    }
    if (failures.length > 0) return { wrapped, retired: [], kept: failures };
    const writing = await this.#sealingOtherwise();
    const used = new Set(writing.map(({ keyIds }) => keyIds[0]));
    const retired = await record.retire(earlier.filter(({ id }) => !used.has(id)));
    const left = (await record.keys()).map(({ id }) => id);
    const takenUp = earlier.filter(({ id }) => left.includes(id) && !used.has(id));
    return { wrapped, retired, kept: [...writing.map(stillWriting), ...takenUp.map(wasTakenUp)] };
  }

  /**
   * If a server sealed with an earlier key during the rotation, its values would be left behind, even if it were restarted with the current key before the end.
   * The rotation would be in vain, so it does not start.
   * @throws OperatorError
   */
  async #requireServers(): Promise<void> {
    const { record, seal } = this.deps;
    const lacking = (await record.servers()).filter(({ keyIds }) => !keyIds.includes(seal.keyId));
    if (lacking.length > 0) {
      throw new OperatorError(
        `The server ${namesOf(lacking)} does not have the master key ${seal.keyId}: give every server both keys and restart it, then rotate.`,
      );
    }
    const behind = await this.#sealingOtherwise();
    if (behind.length > 0) {
      throw new OperatorError(
        `The server ${namesOf(behind)} still seals with an earlier key: restart it with the current key ${seal.keyId} first, then rotate. A server that was killed stays listed for three minutes.`,
      );
    }
  }

  /** Running servers that seal with another key. */
  async #sealingOtherwise(): Promise<readonly SealingServer[]> {
    const { record, seal } = this.deps;
    return (await record.servers()).filter(({ keyIds }) => keyIds[0] !== seal.keyId);
  }

  /** An installation from before the record does not know yet with which keys its objects are sealed. Files do not matter: a start creates them again. */
  async #noteFound(counts: readonly { purpose: SealPurpose; byKey: KeyCounts }[]): Promise<void> {
    const { record } = this.deps;
    const needed = await record.needed();
    const found = counts
      .filter(({ purpose }) => sealedPlaces[purpose].kind !== 'files')
      .flatMap(({ byKey }) => [...byKey.keys()]);
    await record.note(...new Set(found.filter((id) => !needed.includes(id))));
  }

  /** The sealed values of a purpose: counting and sealing again use the same. */
  #held(purpose: SealPurpose): Held {
    const { database, objects, files } = this.deps;
    if (!isWrapPurpose(purpose)) return this.#chainEnds();
    const place: WrappedPlace = sealedPlaces[purpose];
    switch (place.kind) {
      case 'objects':
        return objects;
      case 'files':
        return {
          count: () => files.count(place.files),
          rewrap: async () => ({ wrapped: await files.rewrap(purpose, place.files), failures: [] }),
        };
      case 'column': {
        const column = { ...place, purpose };
        return {
          count: () => countColumn(database, column),
          rewrap: (report) => rewrapColumn(this.deps, column, report),
        };
      }
    }
  }

  /**
   * Servers seal them again automatically; this is for the case that none is running. After the key is removed, such ends look as if somebody had moved them.
   */
  #chainEnds(): Held {
    const { database, clock, seal } = this.deps;
    const chain = new AuditChain({ database, clock, keys: seal });
    const keyIds = () => chain.sealedUnder();
    return {
      async count() {
        const counts = new Map<string, number>();
        for (const id of await keyIds()) counts.set(id, (counts.get(id) ?? 0) + 1);
        return counts;
      },
      async rewrap() {
        const outdated = (await keyIds()).filter((id) => id !== seal.keyId);
        await chain.run();
        return { wrapped: outdated.length, failures: [] };
      },
    };
  }
}

/** The sealed values of a purpose. */
interface Held {
  count(): Promise<KeyCounts>;
  /** Seals them with the current key. */
  rewrap(report: Report): Promise<Rewrapped>;
}

const stillWriting = ({ name, keyIds }: SealingServer): string =>
  `The server ${name} seals with ${keyIds[0] ?? ''}: restart it with the current key first, then rotate again.`;

const wasTakenUp = ({ id }: RecordedKey): string =>
  `A server has sealed with ${id} since the rotation began: rotate again when every server seals with the current key.`;

const namesOf = (servers: readonly SealingServer[]): string => servers.map(({ name }) => name).join(', ');
