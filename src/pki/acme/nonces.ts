import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../platform/clock.js';
import { ChangesMissing } from '../../platform/database/database.js';
import type { Database } from '../../platform/database/database.js';
import type { Seal } from '../../platform/seal/seal.js';
import { AcmeProblem } from './acme-problem.js';

/** Milliseconds that a nonce can be used. */
export const nonceLifeMs = 3_600_000;
/** Clocks of nodes differ. */
const toleranceMs = 60_000;

const purpose = 'acme nonce';
const timeBytes = 6;
const bodyBytes = timeBytes + 10;
const macBytes = 16;

const used: { readonly sql: string; readonly changes: number } = {
  sql: 'INSERT INTO "AcmeNonce" ("nonce") VALUES (?) ON CONFLICT ("nonce") DO NOTHING',
  changes: 1,
};

/**
 * Nonces (RFC 8555 §6.5) that nothing is kept of until they are used: the time when it was made, random bytes, and an HMAC over both, so that every node knows
 * those of the others, also after a restart. A used one is a row until it expires.
 */
export class Nonces {
  readonly #keys: readonly Buffer[];

  constructor(
    private readonly deps: {
      readonly database: Database;
      readonly clock: Clock;
      readonly seal: Pick<Seal, 'signingKeys'>;
    },
  ) {
    this.#keys = deps.seal.signingKeys(purpose);
  }

  make(): string {
    const body = Buffer.concat([Buffer.alloc(timeBytes), randomBytes(bodyBytes - timeBytes)]);
    body.writeUIntBE(this.deps.clock.now().getTime(), 0, timeBytes);
    return Buffer.concat([body, macOf(this.#keys[0] ?? Buffer.alloc(0), body)]).toString('base64url');
  }

  /**
   * Uses a nonce up. The row is written without waiting for the disk: a loss of power takes the end of what was written, so whatever the nonce allowed is
   * forgotten before the nonce is.
   * @throws AcmeProblem `badNonce`
   */
  async use(nonce: string | undefined): Promise<void> {
    if (nonce === undefined) throw refused('the request has no nonce');
    const bytes = /^[\w-]{43}$/.test(nonce) ? Buffer.from(nonce, 'base64url') : Buffer.alloc(0);
    const [body, mac] = [bytes.subarray(0, bodyBytes), bytes.subarray(bodyBytes)];
    const isOurs = mac.length === macBytes && this.#keys.some((key) => timingSafeEqual(macOf(key, body), mac));
    if (!isOurs) throw refused('the nonce is not one of this server');
    const age = this.deps.clock.now().getTime() - body.readUIntBE(0, timeBytes);
    if (age > nonceLifeMs || age < -toleranceMs) throw refused('the nonce has expired');
    try {
      await this.deps.database.background.writeSql([{ ...used, rows: [[body.toString('hex')]] }]);
    } catch (error) {
      if (error instanceof ChangesMissing) throw refused('the nonce was used before');
      throw error;
    }
  }

  /** Removes those that have expired, a batch at a time. @returns whether there may be more */
  async clean(most: number): Promise<boolean> {
    const { database, clock } = this.deps;
    const end = Buffer.alloc(timeBytes);
    end.writeUIntBE(Math.max(0, clock.now().getTime() - nonceLifeMs - toleranceMs), 0, timeBytes);
    const rows = await database.readAnew('SELECT "nonce" FROM "AcmeNonce" WHERE "nonce" < ? ORDER BY "nonce" LIMIT ?', [
      end.toString('hex'),
      most,
    ]);
    const last = rows.at(-1)?.['nonce'];
    if (typeof last !== 'string') return false;
    await database.background.writeSql([{ sql: 'DELETE FROM "AcmeNonce" WHERE "nonce" <= ?', rows: [[last]] }]);
    return rows.length === most;
  }
}

const macOf = (key: Buffer, body: Buffer): Buffer =>
  createHmac('sha256', key).update(body).digest().subarray(0, macBytes);

/** A client takes the new nonce of the answer, and tries again (RFC 8555 §6.5). */
const refused = (why: string): AcmeProblem => new AcmeProblem('badNonce', why);
