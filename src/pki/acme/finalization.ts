import type { Audit } from '../../identity/audit/audit.js';
import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import { ProblemError } from '../../platform/problems.js';
import { circumstances } from '../issuance/certificate-making.js';
import type { CertificateMaking } from '../issuance/certificate-making.js';
import { explainedCheck } from '../issuance/certify.js';
import { recordRefusal } from '../issuance/refusals.js';
import { mountPath, pathBelow } from '../mounts/mount-path.js';
import { lintsOf, signFields } from '../policy/index.js';
import { parsed } from '../read-request.js';
import { refused } from '../refusal.js';
import { encodePem } from '../x509/index.js';
import { actorOf } from './accounts.js';
import { found } from './acme-answer.js';
import type { AcmeAnswer } from './acme-answer.js';
import { AcmeProblem, notFound } from './acme-problem.js';
import { chainsAbove } from './chains.js';
import { decideOrder } from './decisions.js';
import type { RuleDecider } from './decisions.js';
import type { Directories, Directory } from './directory.js';
import { orderDocument, orderUrl } from './order-documents.js';
import { finalizePath } from './orders-by-policy.js';
import type { AllowedOrder, OrdersByPolicy, ReadyOrder } from './orders-by-policy.js';
import { readOrderedRequest } from './ordered-request.js';
import { rejected } from './orders.js';
import type { AskedOrder, Orders } from './orders.js';
import { statusOf } from './order.store.js';
import type { AcmeOrder, OrderStore } from './order.store.js';

/** Certificates for orders whose names are proven (RFC 8555 §7.4). */
export class Finalization {
  constructor(
    private readonly deps: {
      readonly database: Database;
      readonly orders: Orders;
      readonly store: OrderStore;
      readonly directories: Directories;
      readonly making: CertificateMaking;
      readonly byPolicy: OrdersByPolicy;
      readonly audit: Audit;
      readonly clock: Clock;
    },
  ) {}

  /** @throws AcmeProblem, ISSUER_NOT_FOUND, ISSUER_NOT_USABLE */
  async finalize(asked: AskedOrder, id: string, payload: Readonly<Record<string, unknown>>): Promise<AcmeAnswer> {
    const { directory, account } = asked;
    const { store, clock, directories, making } = this.deps;
    const order = await this.deps.orders.of(account, id);
    const authorizations = await store.authorizationsOf(order.id);
    const now = clock.now();
    const status = statusOf(order, authorizations, now);
    if (status !== 'ready') throw notReady(status);
    const decider = await directories.deciderOf(directory, order.profile);
    const csr = await readOrderedRequest(payload['csr'], order.identifiers, account.key);
    const ready = { asked, order, csr, now };
    const allowed =
      decider.kind === 'external-policy'
        ? await this.deps.byPolicy.allowed(ready, decider)
        : this.#byRule(ready, decider);
    const { decided, plan, roleName } = allowed;
    let certificateId = '';
    try {
      await making.make(decided, plan, {
        publicKey: csr.publicKey,
        form: parsed(signFields, {}),
        warnings: [],
        recorded: 'certificate.sign',
        roleName,
        keeping: { noStore: false, generateLease: false },
        beside: (made) => {
          certificateId = made;
          return [store.fulfilling(order, made, plan.planned.notAfter)];
        },
      });
    } catch (error) {
      // Another request has finalized it, or what allowed it has ended meanwhile.
      if (!(error instanceof ProblemError) || error.code !== 'CONFLICT') throw error;
      const after = await this.deps.orders.of(account, id);
      throw notReady(statusOf(after, await store.authorizationsOf(id), clock.now()));
    }
    const done: AcmeOrder = { ...order, status: 'valid', certificateId, expiresAt: plan.planned.notAfter };
    return found(orderDocument(directory, done, authorizations, now), { location: orderUrl(directory, order) });
  }

  /** What a role, or the rules of sign-verbatim, make of it. @throws AcmeProblem */
  #byRule({ asked, order, csr, now }: ReadyOrder, decider: RuleDecider): AllowedOrder {
    const { directory, account, origin } = asked;
    const { authority, config } = directory;
    const { issuer } = decider;
    const actor = actorOf(account, origin);
    const path = finalizePath(directory, order);
    const around = circumstances(actor, { authority, issuer }, now);
    const lints = decider.kind === 'role' ? { lints: lintsOf(decider.role.role) } : {};
    const { decision } = explainedCheck(issuer, decideOrder(decider, config, order, csr, around), lints);
    if (decision.broken) {
      const input = { commonName: order.identifiers[0]?.value };
      const place = pathBelow(mountPath(authority.mount.path), path);
      const { problems } = refused(decision.broken);
      recordRefusal(this.deps.audit, { actor, action: 'certificate.sign', path: place, input }, problems);
      throw new AcmeProblem('badCSR', rejected(decision.broken, order.identifiers).message);
    }
    return {
      decided: { actor, authority, issuer, path, around },
      plan: decision,
      roleName: decider.kind === 'role' ? decider.role.name : undefined,
    };
  }

  /**
   * The certificate of an order with a chain (RFC 8555 §7.4.2).
   * @param chain which one, from 0
   * @throws AcmeProblem
   */
  async certificate({ directory, account }: AskedOrder, id: string, chain: number): Promise<AcmeAnswer> {
    const order = await this.deps.orders.of(account, id);
    const row =
      order.certificateId === null
        ? null
        : await this.deps.database.client.certificate.findUnique({
            where: { id: order.certificateId },
            select: { certificate: true, issuerId: true },
          });
    if (!row) throw notFound('certificate');
    const chains = chainsOf(directory, row.issuerId);
    const above = chains[chain];
    if (!above) throw notFound('chain');
    const url = `${orderUrl(directory, order)}/cert`;
    return {
      status: 200,
      type: 'application/pem-certificate-chain',
      body: [encodePem('CERTIFICATE', row.certificate), ...above].map((pem) => `${pem.trimEnd()}\n`).join(''),
      links: chains.flatMap((_, at) =>
        at === chain ? [] : [{ url: at === 0 ? url : `${url}/${at}`, rel: 'alternate' }],
      ),
    };
  }
}

/** Of an issuer that is gone, nothing is known above the certificate. */
function chainsOf({ authority }: Directory, issuerId: string | null): readonly (readonly string[])[] {
  const issuer = issuerId === null ? undefined : authority.issuerById(issuerId);
  return issuer ? chainsAbove(issuer, authority) : [[]];
}

const notReady = (status: string) =>
  new AcmeProblem('orderNotReady', `the order is ${status}, and can only be finalized when it is ready`);
