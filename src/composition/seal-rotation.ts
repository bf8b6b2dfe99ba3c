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

/** Moves all that is sealed under the current master key, so that earlier ones may go. Nothing of it is kept elsewhere than in what it moves: it may be ended anywhere. */
export class SealRotation implements SealAdministration {
  constructor(private readonly deps: RotationDeps) {}

  async status(): Promise<SealStatus> {
    const { record, seal } = this.deps;
    const counts = [];
    for (const purpose of sealPurposes) counts.push({ purpose, byKey: await this.#held(purpose).count() });
    await this.#noteFound(counts);
    return { configured: seal.keyIds, needed: await record.needed(), servers: await record.servers(), counts };
  }

  /**
   * @param report hears how far it is, of each purpose
   * @throws OperatorError where a key is missing, or a running server could not open what is wrapped again or still seals with an earlier key
   */
  async rotate(report: Parameters<SealAdministration['rotate']>[0]): Promise<RotationOutcome> {
    const { record, seal } = this.deps;
    await this.#requireServers();
    await record.begin(seal);
    // What a server notes from here on is not in it, and stays.
    const earlier = (await record.keys()).filter(({ id }) => id !== seal.keyId);
    // A server that appeared in between is found now; one that appears later has recorded its key again by then.
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
   * What a server seals with an earlier key while the rotation goes by it would be left behind, also where it is started with the current one before the end. So
   * all of that work would be for nothing: it does not begin.
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

  /** Servers that run and seal with another key. */
  async #sealingOtherwise(): Promise<readonly SealingServer[]> {
    const { record, seal } = this.deps;
    return (await record.servers()).filter(({ keyIds }) => keyIds[0] !== seal.keyId);
  }

  /** An installation from before the record does not know yet what its objects are sealed with. Files do not matter: a start creates them again. */
  async #noteFound(counts: readonly { purpose: SealPurpose; byKey: KeyCounts }[]): Promise<void> {
    const { record } = this.deps;
    const needed = await record.needed();
    const found = counts
      .filter(({ purpose }) => sealedPlaces[purpose].kind !== 'files')
      .flatMap(({ byKey }) => [...byKey.keys()]);
    await record.note(...new Set(found.filter((id) => !needed.includes(id))));
  }

  /** What is sealed for a purpose: what is counted is what is moved. */
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

  /** Servers seal them again automatically; this is for when none runs. Once the key is gone, such ends look like ones that somebody moved. */
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

/** All that is sealed for a purpose. */
interface Held {
  count(): Promise<KeyCounts>;
  /** Seals it with the current key. */
  rewrap(report: Report): Promise<Rewrapped>;
}

const stillWriting = ({ name, keyIds }: SealingServer): string =>
  `The server ${name} seals with ${keyIds[0] ?? ''}: restart it with the current key first, then rotate again.`;

const wasTakenUp = ({ id }: RecordedKey): string =>
  `A server has sealed with ${id} since the rotation began: rotate again when every server seals with the current key.`;

const namesOf = (servers: readonly SealingServer[]): string => servers.map(({ name }) => name).join(', ');
