import type { Audit } from '../../identity/audit/audit.js';
import type { Caller } from '../../identity/caller.js';
import { askingWith } from '../../identity/policies/asking.js';
import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import type { MountAccess } from '../access.js';
import type { Decider } from '../enrolment/decider.js';
import { askedFields, recordedFields } from '../enrolment/request-fields.js';
import { circumstances } from '../issuance/certificate-making.js';
import type { CertificateMaking } from '../issuance/certificate-making.js';
import type { CheckedPlan } from '../issuance/certify.js';
import { byDefault } from '../issuance/kept-certificates.js';
import { recordRefusal } from '../issuance/refusals.js';
import type { KeyPool } from '../keys/key-pool.js';
import { mountPath, pathBelow } from '../mounts/mount-path.js';
import { refused } from '../refusal.js';
import { certificatesOnly } from '../x509/cms/index.js';
import { parseRequest, verifyRequestAsync, X509Error } from '../x509/index.js';
import type { CertificateRequest, CertifiedKey } from '../x509/index.js';
import { csrAttributes } from './csr-attributes.js';
import type { EstCallers } from './est-callers.js';
import type { EstOperation } from './est-config.js';
import { decided, keyToMake, requireNoAuthority, withMadeKey } from './est-decisions.js';
import type { EstPath, EstPaths, EstPlace } from './est-path.js';
import { badRequest, forbidden } from './est-refusal.js';
import type { EstConnection, EstRequest } from './est-request.js';
import { encryptedKey, keyEncryptionOf } from './made-key-message.js';
import { renewedCertificate, requireSameNames } from './renewal.js';
import { readRequestAttributes } from './request-attributes.js';
import type { RequestAttributes } from './request-attributes.js';
import { readTransferred } from './transfer.js';

/** A certificate whose key was made here. */
export interface MadeKeyAnswer {
  /** A message that contains only the certificate. */
  readonly certificate: Buffer;
  readonly key: { readonly kind: 'pkcs8' | 'encrypted'; readonly der: Buffer };
}

/** A request that was read, of whoever may send it. */
interface Enrolment {
  readonly path: EstPath;
  readonly operation: EstOperation;
  readonly caller: Caller;
  readonly decider: Decider;
  readonly csr: CertificateRequest;
  readonly attributes: RequestAttributes;
}

/** The operations of EST (RFC 7030 §4). */
export class EstServer {
  constructor(
    private readonly deps: {
      readonly database: Database;
      readonly paths: EstPaths;
      readonly callers: EstCallers;
      readonly access: MountAccess;
      readonly making: CertificateMaking;
      readonly keys: KeyPool;
      readonly audit: Audit;
      readonly clock: Clock;
    },
  ) {}

  /** What is at a path. @throws EstRefusal, MOUNT_NOT_FOUND */
  open(place: EstPlace): Promise<EstPath> {
    return this.deps.paths.open(place);
  }

  /** The certificates of whoever signs at a path (RFC 7030 §4.1). @throws EstRefusal, ISSUER_NOT_FOUND */
  async authorities(path: EstPath): Promise<Buffer> {
    const { issuer } = await this.deps.paths.shown(path);
    return certificatesOnly(issuer.chain.map(({ certificate }) => certificate.der));
  }

  /** What signing requests should have (RFC 7030 §4.5); null for nothing in particular. @throws EstRefusal, ISSUER_NOT_FOUND */
  async attributes(path: EstPath): Promise<Buffer | null> {
    const { key } = await this.deps.paths.shown(path);
    return key ? csrAttributes(key) : null;
  }

  /** RFC 7030 §4.2.1. @returns a message that contains only the certificate @throws EstRefusal, and as issuance does */
  async enroll(request: EstRequest): Promise<Buffer> {
    const enrolment = await this.#read(request, 'simpleenroll');
    return this.#sign(enrolment);
  }

  /** RFC 7030 §4.2.2. @throws as `enroll` */
  async renew(request: EstRequest): Promise<Buffer> {
    const enrolment = await this.#read(request, 'simplereenroll');
    const { path, csr, attributes } = enrolment;
    const { certificates } = request.connection;
    const before = await renewedCertificate(this.deps.database, path.authority, certificates, this.deps.clock.now());
    if (attributes.changesSubject)
      throw badRequest('a renewal does not change the names of a certificate (ChangeSubjectName)');
    requireSameNames(csr, before);
    return this.#sign(enrolment);
  }

  /** RFC 7030 §4.4: only the answer contains the key. @throws as `enroll`, and as taking a key of the pool */
  async generateKey(request: EstRequest): Promise<MadeKeyAnswer> {
    const enrolment = await this.#read(request, 'serverkeygen');
    const { csr, attributes, decider, caller } = enrolment;
    const encryption = keyEncryptionOf(attributes, csr, request.connection.certificates[0]);
    const spec = keyToMake(decider, csr);
    const plan = this.#planned({ ...enrolment, csr: withMadeKey(csr, spec) });
    const key = await this.deps.keys.take(spec, { account: accountOf(caller), request: { signal: request.signal } });
    const certificate = await this.#make(enrolment, plan, key.publicKey);
    const pkcs8 = key.pkcs8();
    if (!encryption) return { certificate, key: { kind: 'pkcs8', der: pkcs8 } };
    const der = await encryptedKey(pkcs8, decider.issuer, encryption);
    pkcs8.fill(0);
    return { certificate, key: { kind: 'encrypted', der } };
  }

  /** Who asks, whether they may, and for what. */
  async #read(request: EstRequest, operation: EstOperation): Promise<Enrolment> {
    const { paths, callers, access } = this.deps;
    const { path } = request;
    const { authority, config, below } = path;
    const caller = await callers.callerOf(config, request);
    const fields = config.enableSentinelParsing ? config.auditFields : [];
    // Rules about parameters are asked about what the request has.
    const early = fields.length > 0 ? await readRequest(request.body) : undefined;
    const parameters = early ? askedFields(early, fields) : [];
    await askingWith({ parameters, wrapTtl: 0, byCall: true }, () =>
      access.to(caller, authority.mount.path, `${below}/${operation}`, 'update'),
    );
    const csr = early ?? (await readRequest(request.body));
    const attributes = reading(() => readRequestAttributes(csr));
    requireBinding(attributes, request.connection);
    requireNoAuthority(csr);
    const decider = await paths.deciderOf(path, 'issuing-certificates');
    return { path, operation, caller, decider, csr, attributes };
  }

  #sign(enrolment: Enrolment): Promise<Buffer> {
    return this.#make(enrolment, this.#planned(enrolment), enrolment.csr.publicKey);
  }

  /** @throws EstRefusal with every rule that the request breaks */
  #planned({ path, operation, caller, decider, csr }: Enrolment): CheckedPlan {
    const { authority, below } = path;
    const { issuer } = decider;
    const around = circumstances(caller, { authority, issuer }, this.deps.clock.now());
    const { decision } = decided(decider, csr, around);
    if (!decision.broken) return decision;
    const { problems } = refused(decision.broken);
    const at = pathBelow(mountPath(authority.mount.path), `${below}/${operation}`);
    const input = { commonName: csr.subject.commonName };
    recordRefusal(this.deps.audit, { actor: caller, action: actionOf(operation, decider), path: at, input }, problems);
    throw badRequest(problems.map(({ message }) => message).join('\n'));
  }

  async #make(enrolment: Enrolment, plan: CheckedPlan, publicKey: CertifiedKey): Promise<Buffer> {
    const { path, operation, caller, decider, csr } = enrolment;
    const { authority, below, config } = path;
    const { issuer } = decider;
    const around = circumstances(caller, { authority, issuer }, this.deps.clock.now());
    const role = decider.kind === 'role' ? decider.role : undefined;
    const { certificate } = await this.deps.making.make(
      { actor: caller, authority, issuer, path: `${below}/${operation}`, around },
      plan,
      {
        publicKey,
        form: { format: 'der', removeRootsFromChain: false },
        warnings: [],
        recorded: actionOf(operation, decider),
        details: {
          protocol: 'est',
          ...(config.enableSentinelParsing && { request: recordedFields(csr, config.auditFields) }),
        },
        roleName: role?.name,
        keeping: { noStore: role?.role.noStore ?? byDefault.noStore, generateLease: false },
      },
    );
    return certificatesOnly([Buffer.from(certificate, 'base64')]);
  }
}

/** Whom requests for keys count against: whoever signed in, by whichever request. */
const accountOf = ({ userId, username }: Caller): string => `${userId} ${username}`;

/** As the same is called where it is done by the API. */
function actionOf(operation: EstOperation, { kind }: Decider): string {
  if (operation === 'serverkeygen') return 'certificate.issue';
  return kind === 'role' ? 'certificate.sign' : 'certificate.sign-verbatim';
}

/** @throws EstRefusal */
async function readRequest(body: Uint8Array): Promise<CertificateRequest> {
  const der = readTransferred(body);
  if (!der) throw badRequest('the body is not a signing request in base64 (RFC 8951)');
  const csr = reading(() => parseRequest(der));
  try {
    await verifyRequestAsync(csr);
  } catch (error) {
    throw unreadable(error);
  }
  return csr;
}

function reading<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw unreadable(error);
  }
}

const unreadable = (error: unknown): unknown =>
  error instanceof X509Error
    ? badRequest(`the signing request cannot be used: ${error.message}`, { cause: error })
    : error;

/** RFC 7030 §3.5: a request that names a connection was made for that one. @throws EstRefusal */
function requireBinding({ challengePassword }: RequestAttributes, { binding }: EstConnection): void {
  if (challengePassword === undefined) return;
  const own = binding();
  if (own === undefined)
    throw forbidden(
      'the request is tied to a connection by its challengePassword, which cannot be checked behind a proxy',
    );
  if (challengePassword !== own)
    throw forbidden('the challengePassword of the request is not that of this connection (tls-unique, tls-exporter)');
}
