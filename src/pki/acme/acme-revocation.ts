import { isIP } from 'node:net';
import type { RequestOrigin } from '../../identity/caller.js';
import type { Actor } from '../../identity/audit/actor.js';
import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import { ProblemError } from '../../platform/problems.js';
import { issuerOf } from '../revocation/revocable.js';
import type { Revocations } from '../revocation/revocations.js';
import { isHostName } from '../policy/host-name.js';
import { bareSerial, commonAddress, encodePem, parseCertificate, revocationReasons, X509Error } from '../x509/index.js';
import type { Certificate, Name, RevocationReason } from '../x509/index.js';
import type { AccountKey } from './account-key.js';
import type { AcmeAccount } from './account.store.js';
import { actorOf } from './accounts.js';
import type { AcmeAnswer } from './acme-answer.js';
import { AcmeProblem, malformed, unauthorized } from './acme-problem.js';
import type { Identifier } from './acme-problem.js';
import type { Directory } from './directory.js';
import { identifierOfName, isWildcard, mostIdentifiers, withoutWildcard } from './identifiers.js';
import type { OrderStore } from './order.store.js';

/** Who wants a certificate to be revoked (RFC 8555 §7.6). */
export type Revoker = { readonly account: AcmeAccount } | { readonly key: AccountKey };

/** Reasons that a subscriber may give. */
const reasons: readonly RevocationReason[] = [
  ...(['unspecified', 'keyCompromise', 'affiliationChanged', 'superseded', 'cessationOfOperation'] as const),
];

/** Milliseconds for which a proof lets an account revoke certificates of others for the same name. */
const proofLifeMs = 30 * 86_400_000;

/** Revocation by account and by the key of the certificate. */
export class AcmeRevocation {
  constructor(
    private readonly deps: {
      readonly database: Database;
      readonly orders: OrderStore;
      readonly revocations: Revocations;
      readonly clock: Clock;
    },
  ) {}

  /** @throws AcmeProblem */
  async revoke(
    { authority }: Directory,
    revoker: Revoker,
    payload: Readonly<Record<string, unknown>>,
    origin: RequestOrigin,
  ): Promise<AcmeAnswer> {
    const certificate = readCertificate(payload['certificate']);
    const reason = reasonOf(payload['reason']);
    const { mount } = authority;
    this.#requireOurs(() => issuerOf(authority, certificate));
    const rows = await this.deps.database.client.certificate.findMany({
      where: { mountId: mount.id, serialNumber: bareSerial(certificate.serialNumber) },
      select: { id: true, certificate: true, revokedAt: true },
    });
    const row = rows.find((each) => certificate.der.equals(each.certificate));
    await this.#requireAllowed(revoker, certificate, row?.id);
    if (row?.revokedAt) throw new AcmeProblem('alreadyRevoked', 'the certificate is revoked already');
    const target = { certificate: encodePem('CERTIFICATE', certificate.der) };
    try {
      const { revocation } = await this.deps.revocations.revokeAs(actorIn(revoker, origin), authority, target, reason);
      if (!revocation) throw new AcmeProblem('malformed', 'the certificate has expired');
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code === 'CRL_TOO_LARGE') throw error;
      throw new AcmeProblem('malformed', error.message, {}, { cause: error });
    }
    return { status: 200, body: null };
  }

  #requireOurs(find: () => unknown): void {
    try {
      find();
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      throw new AcmeProblem('malformed', 'the certificate is not one of this mount', { status: 404 }, { cause: error });
    }
  }

  /** @throws AcmeProblem `unauthorized` */
  async #requireAllowed(revoker: Revoker, certificate: Certificate, id: string | undefined): Promise<void> {
    if ('key' in revoker) {
      const { jwk: own } = revoker.key;
      const jwk = certificate.publicKey.key.export({ format: 'jwk' });
      if (jwk.kty === own.kty && jwk.x === own.x && jwk.y === own.y && jwk.n === own.n && jwk.e === own.e) return;
      throw unauthorized('the request is not signed by the key of the certificate');
    }
    const order = id === undefined ? null : await this.deps.orders.ofCertificate(id);
    if (order?.accountId === revoker.account.id) return;
    if (await this.#hasProvenAll(revoker.account, certificate)) return;
    throw unauthorized('the account has neither ordered the certificate nor proven all of its names');
  }

  async #hasProvenAll({ id }: AcmeAccount, { subject, extensions }: Certificate): Promise<boolean> {
    const names = [...(extensions.subjectAltName ?? []).map(identifierOfName), ...commonNamesOf(subject)];
    if (names.length === 0 || names.length > mostIdentifiers + 1) return false;
    const since = new Date(this.deps.clock.now().getTime() - proofLifeMs);
    const values = names.flatMap((name) => (name ? [withoutWildcard(name.value)] : []));
    const proven = await this.deps.database.client.acmeAuthorization.findMany({
      where: { status: 'valid', validatedAt: { gte: since }, value: { in: values }, order: { accountId: id } },
      select: { type: true, value: true, wildcard: true },
    });
    return names.every(
      (name) =>
        name !== undefined &&
        proven.some(
          (one) =>
            one.type === name.type && one.value === withoutWildcard(name.value) && one.wildcard === isWildcard(name),
        ),
    );
  }
}

/** A common name that is one of a host is a name to prove like the others: clients may go by it. */
const commonNamesOf = (subject: Name): readonly Identifier[] =>
  subject.values('commonName').flatMap((value): readonly Identifier[] => {
    if (isIP(value) !== 0) return [{ type: 'ip', value: commonAddress(value) }];
    return isHostName(withoutWildcard(value)) ? [{ type: 'dns', value: value.toLowerCase() }] : [];
  });

function readCertificate(given: unknown): Certificate {
  if (typeof given !== 'string' || !/^[\w-]+$/.test(given)) throw malformed('certificate is not one in base64url');
  try {
    return parseCertificate(Buffer.from(given, 'base64url'));
  } catch (error) {
    if (!(error instanceof X509Error)) throw error;
    throw new AcmeProblem('malformed', `the certificate cannot be read: ${error.message}`, {}, { cause: error });
  }
}

function reasonOf(given: unknown): RevocationReason {
  if (given === undefined || given === null) return 'unspecified';
  const reason = reasons.find((each) => revocationReasons[each] === given);
  if (!reason) throw new AcmeProblem('badRevocationReason', 'reason must be 0, 1, 3, 4 or 5');
  return reason;
}

const actorIn = (revoker: Revoker, origin: RequestOrigin): Actor =>
  'account' in revoker ? actorOf(revoker.account, origin) : { kind: 'anonymous', username: 'certificate-key', origin };
