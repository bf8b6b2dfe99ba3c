import type { Database } from '../../platform/database/database.js';
import { issuersLike } from '../certificates/whose-certificate.js';
import { bareSerial } from '../x509/index.js';
import type { Certificate } from '../x509/index.js';
import { serverRole } from './own-authority.js';
import type { Issuing } from './own-authority.js';

/** The longest time until everything is checked again, in milliseconds: some of it depends on the time. */
const wholeEveryMs = 3_600_000;

interface Question {
  readonly sql: string;
  readonly parameters: readonly string[];
}

/**
 * What a complete check of the server's certificate depended on in the database, in one statement. A server asks it every few seconds for as long as it runs, and
 * nearly always for nothing: so the answer says whether a complete check would find the same.
 */
export class LastCheck {
  #question: Question | undefined;
  #issuing: Issuing | undefined;
  /** The answer before the check. */
  #found: string | undefined;
  /** The answer since the question was asked last. */
  #answer: string | undefined;
  #at = Number.NEGATIVE_INFINITY;

  constructor(private readonly deps: { database: Pick<Database, 'readAnew'> }) {}

  /** What the last check found right; `undefined` where it may be otherwise now. */
  async stillRight(now: Date): Promise<Issuing | undefined> {
    if (!this.#question) return undefined;
    const rows = await this.deps.database.readAnew(this.#question.sql, this.#question.parameters);
    this.#answer = rows.map((row) => Object.values(row).map(String).join('\0')).join();
    const isSame = this.#answer === this.#found && now.getTime() - this.#at < wholeEveryMs;
    return isSame ? this.#issuing : undefined;
  }

  /** A complete check found a certificate right, or issued it. Its answer is that of before, if that was about the same. */
  done(certificate: Certificate, issuing: Issuing, now: Date): void {
    const question = questionOf(certificate, issuing);
    const isSame =
      question.sql === this.#question?.sql && question.parameters.join() === this.#question.parameters.join();
    this.#found = isSame ? this.#answer : undefined;
    this.#question = question;
    this.#issuing = issuing;
    this.#at = now.getTime();
  }
}

/** The revision of the mount, which changes with everything of it, the role, and whether the certificate is stored and revoked. */
function questionOf({ serialNumber }: Certificate, { authority, issuer }: Issuing): Question {
  const like = issuersLike(authority, issuer.id);
  const { id } = authority.mount;
  const key = [id, bareSerial(serialNumber), ...like];
  const has = (table: 'Certificate' | 'Revocation') =>
    `EXISTS (SELECT 1 FROM "${table}" WHERE "mountId" = ? AND "serialNumber" = ? AND "issuerId" IN (${like.map(() => '?').join(', ')}))`;
  return {
    sql: `SELECT m."revision" AS "revision", r."definition" AS "definition", ${has('Certificate')} AS "stored", ${has('Revocation')} AS "revoked"
      FROM "Mount" m LEFT JOIN "Role" r ON r."mountId" = m."id" AND r."name" = ? WHERE m."id" = ?`,
    parameters: [...key, ...key, serverRole, id],
  };
}
