import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import { crlGroupOf } from '../crls/crl-group.js';
import { reasonOf } from '../crls/crl-order.js';
import type { TakingPart } from '../crls/scoped/taking-part.js';
import { isUnified } from '../crls/served-crls.js';
import type { CrlPath } from '../crls/served-crls.js';
import type { Authority, AuthorityIssuer } from '../issuers/authority.js';
import {
  buildOcspResponseAsync,
  createAsyncSigner,
  isIssuerOf,
  keyIdentifierOf,
  ocspErrorResponse,
  parseOcspRequest,
  X509Error,
} from '../x509/index.js';
import type { AsyncSigner, CertId, CertificateStatus, OcspRequest } from '../x509/index.js';
import type { DelegateReader } from './delegates.js';

/** The response to an OCSP client, and how long it is valid. */
export type OcspAnswer =
  | { readonly kind: 'malformed' | 'unauthorized'; readonly der: Buffer }
  | {
      readonly kind: 'signed';
      readonly der: Buffer;
      readonly producedAt: Date;
      /** Undefined if `ocsp_expiry` is 0: newer information is always available. */
      readonly nextUpdate: Date | undefined;
      /** Whether it repeats a nonce: then it is for one caller only. */
      readonly nonce: boolean;
    };

/** docs/http-surface.md, "Below a mount, without a token": a request must have fewer octets than this. */
export const maxOcspRequestBytes = 2048;

const malformed: OcspAnswer = { kind: 'malformed', der: ocspErrorResponse('malformedRequest') };
const unauthorized: OcspAnswer = { kind: 'unauthorized', der: ocspErrorResponse('unauthorized') };

/** The signer of a response. */
interface Responder {
  readonly keyHash: Buffer;
  readonly signer: AsyncSigner;
  /** The delegate's certificate; empty if the issuer answers itself. */
  readonly certificates: readonly Buffer[];
}

/** The mounts and issuers whose revocations count. */
interface KnownPlaces {
  readonly mountIds: readonly string[];
  readonly issuerIds: readonly string[];
}

/** The OCSP responder of each mount (RFC 6960, and the light profile of RFC 5019). It knows every revocation as soon as it is recorded. */
export class OcspResponder {
  /** One signer for each issuer, until its authority changes. */
  readonly #direct = new WeakMap<AuthorityIssuer, Responder>();

  constructor(
    private readonly deps: { database: Database; delegates: DelegateReader; taking: TakingPart; clock: Clock },
  ) {}

  /**
   * @param request DER
   * @param path of the request: unified responses know the revocations of all mounts that take part
   * @throws whatever the database throws; nothing that a caller can cause
   */
  async answer(authority: Authority, request: Uint8Array, path: CrlPath = 'existing'): Promise<OcspAnswer> {
    if (authority.mount.crl.ocspDisable) return unauthorized;
    const asked = readRequest(request);
    if (!asked) return malformed;
    // An issuer answers only for its own certificates: the first one in the request decides who answers.
    const issuer =
      asked.certIds.map((certId) => issuerOf(authority, certId)).find((each) => each !== undefined) ??
      authority.defaultIssuer;
    const signing = issuer && signingIssuer(authority, issuer);
    if (!signing) return unauthorized;
    const responder = await this.#responder(authority, signing);
    const known = await this.#known(authority, signing, path);
    const producedAt = wholeSecond(this.deps.clock.now());
    const { ocspExpiry } = authority.mount.crl;
    const nextUpdate = ocspExpiry > 0 ? new Date(producedAt.getTime() + ocspExpiry * 1000) : undefined;
    const der = await buildOcspResponseAsync(
      {
        responder: { keyHash: responder.keyHash },
        producedAt,
        responses: await Promise.all(
          asked.certIds.map(async (certId) => ({
            certId,
            status: await this.#status(signing, known, certId),
            thisUpdate: producedAt,
            nextUpdate,
          })),
        ),
        nonce: asked.nonce,
        certificates: responder.certificates,
      },
      responder.signer,
    );
    return { kind: 'signed', der, producedAt, nextUpdate, nonce: asked.nonce !== undefined };
  }

  /** RFC 6960 2.2: "good" means not revoked, whether or not the certificate was stored here. For another authority's certificates the status is unknown. */
  async #status(
    signing: AuthorityIssuer,
    { mountIds, issuerIds }: KnownPlaces,
    certId: CertId,
  ): Promise<CertificateStatus> {
    if (issuerIds.length === 0 || !isIssuerOf(signing.certificate, certId)) return { type: 'unknown' };
    const rows = await this.deps.database.client.revocation.findMany({
      where: {
        mountId: { in: [...mountIds] },
        serialNumber: certId.serialNumber.replaceAll(':', ''),
        issuerId: { in: [...issuerIds] },
      },
      select: { revokedAt: true, reason: true },
    });
    const row = rows.reduce<(typeof rows)[number] | undefined>(
      (first, each) => (first && first.revokedAt <= each.revokedAt ? first : each),
      undefined,
    );
    if (!row) return { type: 'good' };
    return { type: 'revoked', revokedAt: row.revokedAt, reason: reasonOf(row.reason) };
  }

  /** Where revocations of an authority are: in this mount, or in all that take part. */
  async #known(authority: Authority, { id }: AuthorityIssuer, path: CrlPath): Promise<KnownPlaces> {
    const taking = isUnified(authority, path) ? await this.deps.taking.of(authority, id) : [];
    const own = crlGroupOf(authority, id);
    const groups = taking.length > 0 ? taking.map(({ group }) => group) : own ? [own] : [];
    return {
      mountIds: taking.length > 0 ? taking.map((each) => each.authority.mount.id) : [authority.mount.id],
      issuerIds: groups.flatMap(({ members }) => members.map((member) => member.id)),
    };
  }

  async #responder(authority: Authority, issuer: AuthorityIssuer): Promise<Responder> {
    const delegate = await this.deps.delegates.of(authority, issuer);
    if (delegate) return delegate;
    const known = this.#direct.get(issuer);
    if (known) return known;
    const responder: Responder = {
      keyHash: keyIdentifierOf(issuer.certificate.publicKey.bits),
      signer: createAsyncSigner(issuer.privateKey(), issuer.revocationSignature),
      certificates: [],
    };
    this.#direct.set(issuer, responder);
    return responder;
  }
}

/** RFC 6960 4.2.2.2: the issuer of the certificate, by name and key. */
const issuerOf = ({ issuers }: Authority, certId: CertId): AuthorityIssuer | undefined =>
  issuers.find(({ certificate }) => isIssuerOf(certificate, certId));

/** The issuer, or one with the same name and key, whose key is here and that has the usage `ocsp-signing`. */
const signingIssuer = (authority: Authority, issuer: AuthorityIssuer): AuthorityIssuer | undefined =>
  crlGroupOf(authority, issuer.id)?.members.find(
    ({ keyId, usage }) => keyId !== undefined && usage.has('ocsp-signing'),
  );

/** OCSP has no fractions of a second. */
const wholeSecond = (date: Date): Date => new Date(Math.floor(date.getTime() / 1000) * 1000);

function readRequest(der: Uint8Array): OcspRequest | undefined {
  if (der.length >= maxOcspRequestBytes) return undefined;
  try {
    return parseOcspRequest(der);
  } catch (error) {
    if (error instanceof X509Error) return undefined;
    throw error;
  }
}
