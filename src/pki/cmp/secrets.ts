import { randomBytes, randomUUID } from 'node:crypto';
import { RecordedChanges } from '../../identity/audit/recorded-changes.js';
import type { Unique } from '../../identity/audit/recorded-changes.js';
import type { Audit } from '../../identity/audit/audit.js';
import type { Caller } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import type { Database, SqlWrite } from '../../platform/database/database.js';
import type { CmpSecretRow } from '../../platform/database/models.js';
import type { Connection, PageAsked } from '../../platform/graphql/connection.js';
import { ascending, keyset, text } from '../../platform/graphql/keyset.js';
import { keysetPage } from '../../platform/graphql/keyset-prisma.js';
import { invalidInput, problem } from '../../platform/problems.js';
import type { Seal } from '../../platform/seal/seal.js';
import { fieldName, worded } from '../../platform/wording.js';
import type { MountAccess } from '../access.js';

/** Everything about a shared secret except the secret. */
export type CmpSecret = Omit<CmpSecretRow, 'sealedSecret'>;

/** A secret that is shown once. */
export interface NewCmpSecret extends CmpSecret {
  readonly secret: string;
}

/** What a secret is made with; absent and null fields have defaults. */
export interface GivenCmpSecret {
  readonly reference?: string | null | undefined;
  readonly secret?: string | null | undefined;
  readonly role?: string | null | undefined;
  readonly maxUses?: number | null | undefined;
  /** Seconds. */
  readonly ttl?: number | null | undefined;
  readonly registrationAuthority?: boolean | null | undefined;
}

const purpose = 'cmp-secret';
const secretBytes = 32;
const day = 86_400;
/** Seconds. */
const usualTtl = day;
const longestTtl = 10 * 365 * day;
const mostUses = 1_000_000;
/** Characters of a secret that somebody brings: who guesses has all the time of a recorded message. */
const shortestSecret = 16;
const longestSecret = 256;
const longestReference = 128;
/** Secrets of a mount. */
const mostSecrets = 100_000;

/** All columns except the secret. */
const shown = {
  ...({ id: true, mountId: true, reference: true, role: true, registrationAuthority: true } as const),
  ...({ maxUses: true, uses: true, createdAt: true, expiresAt: true } as const),
} as const;

const byReference = keyset<{ readonly reference: string }>({ reference: ascending(text) });

const taken: readonly Unique[] = [
  {
    model: 'CmpSecret',
    columns: ['mountId', 'reference'],
    field: ['reference'],
    message: 'there is a secret of this reference',
  },
];

/** Secrets that clients of CMP protect their messages with (RFC 9483 §4.1.5). */
export class CmpSecrets {
  readonly #changes: RecordedChanges;

  constructor(
    private readonly deps: {
      readonly database: Database;
      readonly access: MountAccess;
      readonly audit: Audit;
      readonly seal: Seal;
      readonly clock: Clock;
    },
  ) {
    this.#changes = new RecordedChanges(deps);
  }

  /** @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, INVALID_INPUT, UNKNOWN_ROLE, NAME_TAKEN */
  async create(caller: Caller, mountPath: string, given: GivenCmpSecret): Promise<NewCmpSecret> {
    const { mount } = await this.deps.access.to(caller, mountPath, 'cmp/secrets', 'update');
    const secret = this.#made(mount.id, given);
    // It can have every certificate of the mount revoked, so only callers who may do that can hand it out.
    if (secret.registrationAuthority) await this.deps.access.to(caller, mountPath, 'revoke', 'update');
    const { secret: text, ...row } = secret;
    const sealedSecret = new Uint8Array(this.deps.seal.wrap(purpose, Buffer.from(text, 'utf8'), row.id));
    return this.#changes.make(
      caller,
      'cmp.secret.create',
      async (tx) => {
        if (row.role !== null) {
          const where = { mountId_name: { mountId: mount.id, name: row.role } };
          if (!(await tx.role.findUnique({ where, select: { id: true } })))
            throw problem('UNKNOWN_ROLE', `unknown role: ${row.role}`, ['role']);
        }
        if ((await tx.cmpSecret.count({ where: { mountId: mount.id } })) >= mostSecrets)
          throw problem('LIMIT_EXCEEDED', `a mount may have at most ${mostSecrets} secrets of CMP`);
        await tx.cmpSecret.create({ data: { ...row, sealedSecret } });
        const { reference, role, maxUses, expiresAt, registrationAuthority } = row;
        const details = { reference, role, maxUses, expiresAt: expiresAt.toISOString(), registrationAuthority };
        return { result: secret, target: targetOf(row), details: { mount: mount.path, ...details } };
      },
      { unique: taken },
    );
  }

  #made(mountId: string, given: GivenCmpSecret): NewCmpSecret {
    const { reference, secret, role, maxUses, ttl } = given;
    const now = this.deps.clock.now();
    return {
      id: randomUUID(),
      mountId,
      role: role === '' ? null : (role ?? null),
      uses: 0,
      createdAt: now,
      reference: readReference(reference ?? ''),
      secret: readSecret(secret ?? ''),
      maxUses: within('maxUses', maxUses ?? 1, 0, mostUses),
      expiresAt: new Date(now.getTime() + within('ttl', ttl ?? usualTtl, 1, longestTtl) * 1000),
      registrationAuthority: given.registrationAuthority ?? false,
    };
  }

  /** In the order of their references. @throws PERMISSION_DENIED, MOUNT_NOT_FOUND */
  async connection(caller: Caller, mountPath: string, page: PageAsked): Promise<Connection<CmpSecret>> {
    const { mount } = await this.deps.access.to(caller, mountPath, 'cmp/secrets/', 'list');
    const { client } = this.deps.database;
    const of = { mountId: mount.id };
    return keysetPage(byReference, page, {
      rows: ({ where, orderBy, take }) =>
        client.cmpSecret.findMany({ where: { AND: [of, where] }, orderBy, take, select: shown }),
      count: () => client.cmpSecret.count({ where: of }),
    });
  }

  /** @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, NOT_FOUND */
  async read(caller: Caller, mountPath: string, reference: string): Promise<CmpSecret> {
    const { mount } = await this.deps.access.to(caller, mountPath, `cmp/secrets/${reference}`, 'read');
    const row = await this.deps.database.client.cmpSecret.findUnique({
      where: { mountId_reference: { mountId: mount.id, reference } },
      select: shown,
    });
    if (!row) throw problem('NOT_FOUND');
    return row;
  }

  /** @returns whether there was one @throws PERMISSION_DENIED, MOUNT_NOT_FOUND */
  async delete(caller: Caller, mountPath: string, reference: string): Promise<boolean> {
    const { mount } = await this.deps.access.to(caller, mountPath, `cmp/secrets/${reference}`, 'delete');
    const where = { mountId_reference: { mountId: mount.id, reference } };
    const row = await this.deps.database.client.cmpSecret.findUnique({ where, select: { id: true, reference: true } });
    if (!row) return false;
    return this.#changes.make(caller, 'cmp.secret.delete', async (tx) => {
      const { count } = await tx.cmpSecret.deleteMany({ where: { id: row.id } });
      return { result: count === 1, target: targetOf(row), details: { mount: mount.path, reference } };
    });
  }

  /** Null for one that is unknown or has expired. */
  async find(mountId: string, reference: string): Promise<{ readonly row: CmpSecret; readonly secret: Buffer } | null> {
    // A key identifier is any bytes; a text with NUL is in no database.
    if (reference.length > longestReference || reference.includes('\0')) return null;
    const where = { mountId_reference: { mountId, reference } };
    const row = await this.deps.database.client.cmpSecret.findUnique({ where });
    if (!row || row.expiresAt <= this.deps.clock.now()) return null;
    return { row, secret: this.deps.seal.unwrap(purpose, row.sealedSecret, row.id) };
  }

  /** Of a certificate that is issued by it. Changes nothing if all uses are used up. */
  using({ id }: Pick<CmpSecret, 'id'>): SqlWrite {
    return {
      sql: `UPDATE "CmpSecret" SET "uses" = "uses" + 1 WHERE "id" = ? AND ("maxUses" = 0 OR "uses" < "maxUses") AND "expiresAt" > ?`,
      rows: [[id, this.deps.clock.now()]],
      changes: 1,
    };
  }
}

export const isUsedUp = ({ uses, maxUses }: CmpSecret): boolean => maxUses > 0 && uses >= maxUses;

const targetOf = ({ id, reference }: Pick<CmpSecret, 'id' | 'reference'>) => ({
  type: 'cmp-secret' as const,
  id,
  name: reference,
});

function readReference(given: string): string {
  if (given === '') return randomBytes(12).toString('base64url');
  if (given.length > longestReference || !/^[\w.@:+=-]+$/.test(given))
    throw invalidInput(
      'reference',
      worded`${fieldName('reference')} has at most ${longestReference} characters: letters, digits and _ . @ : + = -`,
    );
  return given;
}

function readSecret(given: string): string {
  if (given === '') return randomBytes(secretBytes).toString('base64url');
  if (given.length < shortestSecret || given.length > longestSecret)
    throw invalidInput(
      'secret',
      worded`${fieldName('secret')} must have from ${shortestSecret} to ${longestSecret} characters; leave it out to have one made`,
    );
  return given;
}

function within(field: 'maxUses' | 'ttl', value: number, least: number, most: number): number {
  if (value >= least && value <= most) return value;
  throw invalidInput(field, worded`${fieldName(field)} must be from ${least} to ${most}`);
}
