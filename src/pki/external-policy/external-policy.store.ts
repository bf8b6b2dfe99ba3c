import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { text } from '../../platform/database/columns.js';
import type { Database, SqlRow, TransactionClient } from '../../platform/database/database.js';
import { externalPolicyTable } from '../../platform/database/generated/tables.js';
import { madeOfRows } from '../../platform/database/made-of-rows.js';
import type { ExternalPolicyRow } from '../../platform/database/models.js';
import { ids } from '../../platform/ids.js';
import type { Seal } from '../../platform/seal/seal.js';

/** `config/external-policy` without the key of the client certificate. */
export interface ExternalPolicyConfig {
  readonly enabled: boolean;
  /** `https:`; empty for none. */
  readonly externalServiceUrl: string;
  /** Seconds for a whole call. */
  readonly timeout: number;
  /** PEM; empty for none. */
  readonly trustedCa: string;
  readonly trustedLeafCertificateBundle: string;
  /** Certificates alone; the key is sealed beside it and never shown. */
  readonly clientCertificate: string;
  /** JMESPath; empty for everything. */
  readonly entityJmespath: string;
  readonly groupJmespath: string;
}

/** A configuration with what happened since it was written. */
export interface KeptExternalPolicy {
  readonly config: ExternalPolicyConfig;
  /** Null before it is written for the first time. */
  readonly updatedAt: Date | null;
  /** When the service last answered as it should. */
  readonly lastSuccessAt: Date | null;
}

/** The same with its secret, for calls. */
export interface CallableExternalPolicy extends KeptExternalPolicy {
  readonly id: string;
  readonly updatedAt: Date;
  /** Certificates and key in PEM; empty for none. */
  readonly clientCertificateBundle: string;
}

/** Which configuration it is: it changes with every writing of it. */
export type ExternalPolicyVersion = Pick<CallableExternalPolicy, 'id' | 'updatedAt'>;

/** What one statement finds at a path. */
export interface PlacedExternalPolicy {
  /** `id` and `revision`; undefined if nothing is mounted there. */
  readonly mount: SqlRow | undefined;
  readonly policy: CallableExternalPolicy | null;
}

export const isSameVersion = (one: ExternalPolicyVersion | null, other: ExternalPolicyVersion): boolean =>
  one?.id === other.id && one.updatedAt.getTime() === other.updatedAt.getTime();

export const noExternalPolicy: ExternalPolicyConfig = {
  enabled: false,
  externalServiceUrl: '',
  timeout: 15,
  trustedCa: '',
  trustedLeafCertificateBundle: '',
  clientCertificate: '',
  entityJmespath: '',
  groupJmespath: '',
};

const shape = z.object({
  enabled: z.boolean(),
  externalServiceUrl: z.string(),
  timeout: z.number(),
  trustedCa: z.string(),
  trustedLeafCertificateBundle: z.string(),
  clientCertificate: z.string(),
  entityJmespath: z.string(),
  groupJmespath: z.string(),
});

/** Each request asks before the call and after it: without the client, that takes a tenth of the time. */
const callableSql = `SELECT ${externalPolicyTable.selection('p')} FROM "ExternalPolicy" p WHERE p."mountId" = ?`;
const callableAtSql = `SELECT m."id" AS "heldBy", m."revision" AS "revision", ${externalPolicyTable.selection('p')}
  FROM "Mount" m LEFT JOIN "ExternalPolicy" p ON p."mountId" = m."id" WHERE m."path" = ?`;

const nothingMounted: PlacedExternalPolicy = { mount: undefined, policy: null };

const mountIn = (found: SqlRow): SqlRow => ({ id: found['heldBy'], revision: found['revision'] });

/** The purpose of sealed keys of client certificates; the context is the row's id. */
const purpose = 'external-policy-key';

/** Configurations that are kept as they were read. */
const mostKnown = 100;

interface Known extends Pick<CallableExternalPolicy, 'config' | 'clientCertificateBundle'> {
  /** As they stand in the row. */
  readonly written: string;
  readonly sealedKey: Uint8Array | null;
}

const isSame = (one: Uint8Array | null, other: Uint8Array | null): boolean =>
  one === null || other === null ? one === other : Buffer.compare(one, other) === 0;

/** What a change does to the key of the client certificate: keeps it, forgets it, or replaces it (PEM). */
export type ClientKeyChange = 'keep' | 'forget' | { readonly pem: string };

/** The rows of `ExternalPolicy`, at most one for a mount. */
export class ExternalPolicyStore {
  /** What rows say, for as long as they hold the same. */
  readonly #known = new LRUCache<string, Known>({ max: mostKnown });

  readonly #placed = madeOfRows((found): PlacedExternalPolicy => {
    const policy = text.orNull(found['id']) === null ? null : this.#callable(found);
    return { mount: mountIn(found), policy };
  });

  constructor(private readonly deps: { readonly database: Database; readonly seal: Seal }) {}

  async find(mountId: string): Promise<KeptExternalPolicy> {
    const row = await this.#row(this.deps.database.client, mountId);
    return row ? keptOf(row) : { config: noExternalPolicy, updatedAt: null, lastSuccessAt: null };
  }

  async callable(mountId: string): Promise<CallableExternalPolicy | null> {
    const [found] = await this.deps.database.readSql(callableSql, [mountId]);
    return found ? this.#callable(found) : null;
  }

  /**
   * The same with the mount at a path, in one statement. Who asks again by the same one gets the answer from memory, as long as nothing was committed since:
   * that takes less than a shorter statement would.
   */
  async callableAt(path: string): Promise<PlacedExternalPolicy> {
    const [found] = this.#placed(await this.deps.database.readSql(callableAtSql, [path]));
    return found ?? nothingMounted;
  }

  #callable(found: SqlRow): CallableExternalPolicy {
    const row = externalPolicyTable.read(found);
    const { id, updatedAt, lastSuccessAt } = row;
    const { config, clientCertificateBundle } = this.#meaning(row);
    return { config, clientCertificateBundle, id, updatedAt, lastSuccessAt };
  }

  #meaning({ id, config: written, sealedKey }: ExternalPolicyRow): Known {
    const known = this.#known.get(id);
    if (known?.written === written && isSame(known.sealedKey, sealedKey)) return known;
    const config = configOf(written);
    const key = sealedKey && this.deps.seal.unwrap(purpose, sealedKey, id).toString();
    const clientCertificateBundle = key === null ? '' : `${config.clientCertificate}\n${key}`;
    const read = { written, sealedKey, config, clientCertificateBundle };
    this.#known.set(id, read);
    return read;
  }

  async configIn(tx: TransactionClient, mountId: string): Promise<ExternalPolicyConfig> {
    const row = await this.#row(tx, mountId);
    return row ? keptOf(row).config : noExternalPolicy;
  }

  /** Replaces the configuration. What happened before it counts no longer. Its time is later than the one before, also when the clock was set back. */
  async put(
    tx: TransactionClient,
    mountId: string,
    config: ExternalPolicyConfig,
    key: ClientKeyChange,
    now: Date,
  ): Promise<KeptExternalPolicy> {
    const before = await this.#row(tx, mountId);
    const id = before?.id ?? ids.externalPolicy.make();
    const data = {
      config: JSON.stringify(config),
      updatedAt: before && before.updatedAt >= now ? new Date(before.updatedAt.getTime() + 1) : now,
      lastSuccessAt: null,
      ...(key !== 'keep' && { sealedKey: key === 'forget' ? null : this.#sealed(id, key.pem) }),
    };
    const row = before
      ? await tx.externalPolicy.update({ where: { id }, data })
      : await tx.externalPolicy.create({ data: { id, mountId, ...data } });
    return keptOf(row);
  }

  /** Notes that the service answered; not if the configuration was written in the meantime. */
  async succeeded({ id, updatedAt }: ExternalPolicyVersion, now: Date): Promise<void> {
    const { client } = this.deps.database;
    await client.externalPolicy.updateMany({ where: { id, updatedAt }, data: { lastSuccessAt: now } });
  }

  #sealed(id: string, pem: string): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.deps.seal.wrap(purpose, Buffer.from(pem), id));
  }

  #row(client: TransactionClient, mountId: string): Promise<ExternalPolicyRow | null> {
    return client.externalPolicy.findUnique({ where: { mountId } });
  }
}

/** @throws Error for what was not written here */
const configOf = (text: string): ExternalPolicyConfig => shape.parse(JSON.parse(text));

const keptOf = ({ config, updatedAt, lastSuccessAt }: ExternalPolicyRow): KeptExternalPolicy => ({
  config: configOf(config),
  updatedAt,
  lastSuccessAt,
});
