import type { Audit } from '../../identity/audit/audit.js';
import type { Caller } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import { ChangesMissing } from '../../platform/database/database.js';
import type { Database } from '../../platform/database/database.js';
import { partedCount } from '../../platform/database/row-counts.js';
import type { Connection, PageAsked } from '../../platform/graphql/connection.js';
import { mapConnection } from '../../platform/graphql/connection.js';
import { descending, keyset, text } from '../../platform/graphql/keyset.js';
import { keysetPage } from '../../platform/graphql/keyset-prisma.js';
import { problem, ProblemError } from '../../platform/problems.js';
import type { MountAccess } from '../access.js';
import { circumstances } from '../issuance/certificate-making.js';
import type { CertificateMaking } from '../issuance/certificate-making.js';
import { recordRefusal } from '../issuance/refusals.js';
import { mountPath, pathBelow } from '../mounts/mount-path.js';
import { signFields } from '../policy/index.js';
import { parsed } from '../read-request.js';
import { refused } from '../refusal.js';
import { parseRequest } from '../x509/index.js';
import { decideRequest } from './decisions.js';
import { placeNamed } from './place.js';
import type { ScepPlaces } from './place.js';
import { issuedUntil, refusedUntil } from './transaction-life.js';
import { transactionOf } from './transaction.store.js';
import type { ScepTransaction, TransactionStatus, TransactionStore } from './transaction.store.js';

/** A filter of transactions; absent conditions do not count. */
export interface TransactionSearch {
  readonly status?: TransactionStatus | null | undefined;
}

const newestFirst = keyset<{ readonly id: string }>({ id: descending(text) });
const path = 'scep/transactions';
const statuses = ['pending', 'issued', 'refused'] as const satisfies readonly TransactionStatus[];
const longestReason = 200;

/** Requests by SCEP, for those who decide about them. */
export class ScepApprovals {
  constructor(
    private readonly deps: {
      readonly database: Database;
      readonly access: MountAccess;
      readonly places: ScepPlaces;
      readonly store: TransactionStore;
      readonly making: CertificateMaking;
      readonly audit: Audit;
      readonly clock: Clock;
    },
  ) {}

  /** Newest first. @throws PERMISSION_DENIED, MOUNT_NOT_FOUND */
  async list(
    caller: Caller,
    mount: string,
    page: PageAsked,
    { status }: TransactionSearch = {},
  ): Promise<Connection<ScepTransaction>> {
    const { mount: found } = await this.deps.access.to(caller, mount, `${path}/`, 'list');
    const { client } = this.deps.database;
    const where = { mountId: found.id, ...(status && { status }) };
    const rows = await keysetPage(newestFirst, page, {
      rows: ({ where: place, orderBy, take }) =>
        client.scepTransaction.findMany({ where: { AND: [where, place] }, orderBy, take }),
      count: () =>
        partedCount(
          this.deps.database,
          (status ? [status] : statuses).map((each) => `scep-transaction/${found.id}/${each}` as const),
        ),
    });
    return mapConnection(rows, transactionOf);
  }

  /**
   * Issues what was asked for; its client gets it when it asks again. The rules decide anew: about nobody in particular where a template of a role asks who.
   * @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, NOT_FOUND, TRANSITION_NOT_ALLOWED, REQUEST_REFUSED, ISSUER_NOT_FOUND, ISSUER_NOT_USABLE, UNKNOWN_ROLE
   */
  async approve(caller: Caller, mount: string, id: string): Promise<ScepTransaction> {
    const { transaction, request } = await this.#waiting(caller, mount, id);
    const place = await this.deps.places.open(placeNamed(mount, transaction.place));
    const { authority, decider } = place;
    const { clock, store, audit, making } = this.deps;
    const csr = parseRequest(request);
    const now = clock.now();
    const nobody = { kind: 'system', username: 'scep' } as const;
    const around = circumstances(nobody, { authority, issuer: decider.issuer }, now);
    const decision = decideRequest(decider, csr, around);
    if (decision.broken) {
      const problems = refused(decision.broken);
      const asked = { action: 'certificate.sign', input: { commonName: csr.subject.commonName } };
      const full = pathBelow(mountPath(authority.mount.path), place.path);
      recordRefusal(audit, { actor: caller, path: full, ...asked }, problems.problems);
      throw problems;
    }
    const decided = {
      status: 'issued',
      decidedAt: now,
      expiresAt: issuedUntil(decision.planned),
      reason: null,
    } as const;
    let certificateId: string | null = null;
    await this.#once(() =>
      making.make({ actor: caller, authority, issuer: decider.issuer, path: place.path, around }, decision, {
        publicKey: csr.publicKey,
        form: parsed(signFields, {}),
        warnings: [],
        recorded: 'certificate.sign',
        roleName: decider.kind === 'role' ? decider.role.name : undefined,
        keeping: { noStore: false, generateLease: false },
        beside: (made) => {
          certificateId = made;
          return [
            store.deciding({ id, ...decided, certificateId: made }),
            audit.statement(caller, 'scep.approve', targetOf(transaction), { mount: authority.mount.path }),
          ];
        },
      }),
    );
    return { ...transaction, ...decided, certificateId, request: null };
  }

  /** @param reason what its client is told @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, NOT_FOUND, TRANSITION_NOT_ALLOWED, INVALID_INPUT */
  async refuse(caller: Caller, mount: string, id: string, reason: string | null): Promise<ScepTransaction> {
    const { transaction, at } = await this.#waiting(caller, mount, id);
    if ((reason ?? '').length > longestReason)
      throw problem('INVALID_INPUT', `a reason has at most ${longestReason} characters`, ['reason']);
    const { clock, store, audit, database } = this.deps;
    const now = clock.now();
    const decided = {
      status: 'refused',
      reason,
      decidedAt: now,
      expiresAt: refusedUntil(now),
      certificateId: null,
    } as const;
    const details = { mount: at, ...(reason !== null && { reason }) };
    await this.#once(() =>
      database.writeSql([
        store.deciding({ id, ...decided }),
        audit.statement(caller, 'scep.refuse', targetOf(transaction), details),
      ]),
    );
    return { ...transaction, ...decided, request: null };
  }

  async #waiting(
    caller: Caller,
    mount: string,
    id: string,
  ): Promise<{ readonly transaction: ScepTransaction; readonly request: Uint8Array; readonly at: string }> {
    const { mount: found } = await this.deps.access.to(caller, mount, `${path}/${id}`, 'update');
    const transaction = await this.deps.store.byId(found.id, id);
    if (!transaction) throw problem('NOT_FOUND');
    const { status, request, expiresAt } = transaction;
    if (status !== 'pending' || request === null || expiresAt < this.deps.clock.now()) throw decidedBefore();
    return { transaction, request, at: found.path };
  }

  /** Of two who decide at once, one does. */
  async #once(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (error instanceof ChangesMissing || (error instanceof ProblemError && error.code === 'CONFLICT'))
        throw decidedBefore();
      throw error;
    }
  }
}

const decidedBefore = () => problem('TRANSITION_NOT_ALLOWED', 'the request does not wait for a decision any more');
const targetOf = ({ id, subject }: ScepTransaction) => ({ type: 'scep-transaction' as const, id, name: subject });
