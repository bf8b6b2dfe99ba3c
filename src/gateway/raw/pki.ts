import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import { jsonText, SplicedJson } from '../../platform/graphql/raw-json.js';
import type { RawJson } from '../../platform/graphql/raw-json.js';
import { problem } from '../../platform/problems.js';
import type { Authority } from '../../pki/issuers/authority.js';
import { defaultReference } from '../../pki/issuers/references.js';
import { lastOf } from '../../pki/crls/crls.js';
import { CrlOctets } from '../../pki/crls/parts/crl-octets.js';
import { crlTextLength } from '../../pki/revocation/crl-texts.js';
import { pemOf } from '../../pki/revocation/public-documents.js';
import type {
  PublicCertificate,
  PublicCrl,
  PublicDocument,
  Validators,
} from '../../pki/revocation/public-documents.js';
import { dialectOf, envelope } from '../rest/vault/dialect.js';
import type { RawRoute } from '../rest/vault/route.js';
import { ocspRoutes } from './ocsp.js';
import { answeringBelowMount } from './pki-answering.js';
import type { PkiRawDeps } from './pki-answering.js';
import type { CrlKind } from '../../pki/crls/crl.store.js';
import type { CrlPath } from '../../pki/crls/served-crls.js';

/** The response of a path: bytes of a type, and data to tell whether a caller has them already, before they are created. */
export interface RawAnswer {
  readonly body: () => Body | Promise<Body>;
  /** Length of the body in bytes, if it is known without the body. */
  readonly length?: () => number | Promise<number>;
  readonly type: string;
  readonly etag?: string;
  readonly lastModified?: Date;
  /** Headers of the request that the body depends on. */
  readonly vary?: string;
}

type Body = Uint8Array | string | SplicedJson | CrlOctets;

type JsonData = Readonly<Record<string, unknown>>;
type Params = Readonly<Record<string, string>>;
/** `null` for an empty result. */
type Find = (
  authority: Authority,
  params: Params,
  request: FastifyRequest,
) => Promise<RawAnswer | null> | RawAnswer | null;

/** docs/http-surface.md, "Below a mount, without a token". */
const types = {
  certificate: 'application/pkix-cert',
  certificatePem: 'application/pem-certificate-chain',
  crl: 'application/pkix-crl',
  crlPem: 'application/x-pem-file',
  json: 'application/json',
} as const;

type Form = 'der' | 'pem';

/** Whether a PEM text ends its last line, as OpenBao has it: it does below `issuer/`, and not elsewhere. */
type LineEnd = 'line end' | 'none';
const ended = (pem: string, end: LineEnd): string => (end === 'none' ? pem.trimEnd() : pem);

const issuerCrlPaths = [
  ['crl', 'existing'],
  ['unified-crl', 'unified'],
] as const satisfies readonly (readonly [path: string, of: CrlPath])[];

/** The public paths of a mount, for any mount path. */
export function pkiRawRoutes(deps: PkiRawDeps): readonly RawRoute[] {
  const { documents } = deps;

  function inForm(document: PublicDocument | undefined, form: Form, end: LineEnd): RawAnswer | null {
    if (!document) return null;
    const tags = validators(document, form);
    const { der } = document;
    return form === 'der'
      ? { body: () => der, length: () => der.length, type: types.certificate, ...tags }
      : { body: () => ended(pemOf(document), end), type: types.certificatePem, ...tags };
  }

  function crlInForm(crl: PublicCrl | undefined, form: Form, end: LineEnd): RawAnswer | null {
    if (!crl) return null;
    const tags = validators(crl, form);
    const { octets, size } = crl;
    if (form === 'der') return { body: octets, length: size, type: types.crl, ...tags };
    const dropped = end === 'none' ? 1 : 0;
    const length = async () => crlTextLength(await size(), 'pem') - dropped;
    const body = async () => {
      const text = await documents.crlText(crl, 'pem');
      return text.subarray(0, text.length - dropped);
    };
    return { body, length, type: types.crlPem, ...tags };
  }

  const ca =
    (form: Form): Find =>
    (authority) =>
      inForm(authority.defaultIssuer && documents.issuer(authority, authority.defaultIssuer), form, 'none');

  const chain: Find = (authority) => {
    const { defaultIssuer } = authority;
    if (!defaultIssuer) return null;
    const { pem, etag, lastModified } = documents.chain(authority, defaultIssuer);
    return { body: () => ended(pem, 'none'), type: types.certificate, etag, lastModified };
  };

  const defaultCrl =
    (kind: CrlKind, form: Form, path: CrlPath = 'existing'): Find =>
    async (authority) =>
      crlInForm(await documents.defaultCrl(authority, { kind, path }), form, 'none');

  const issuerCrl =
    (kind: CrlKind, form: Form, path: CrlPath): Find =>
    async (authority, { ref = '' }) =>
      crlInForm(await documents.crl(authority, authority.issuer(ref), { kind, path }), form, 'line end');

  const shardCrl =
    (form: Form): Find =>
    async (authority, { ref = '', shard = '' }) => {
      const issuer = authority.issuer(ref);
      const number = /^(?:0|[1-9]\d{0,3})$/.test(shard) ? Number(shard) : undefined;
      const crl = number === undefined ? undefined : await documents.crl(authority, issuer, { shard: number });
      if (!crl) throw problem('NOT_FOUND');
      return crlInForm(crl, form, 'line end');
    };

  const issuerCertificate =
    (form: Form): Find =>
    (authority, { ref = '' }) =>
      inForm(documents.issuer(authority, authority.issuer(ref)), form, 'line end');

  const stored =
    (form: Form): Find =>
    async (authority, { serial = '' }) =>
      inForm(await documents.certificate(authority, serial), form, 'none');

  /** @param data made only for a client that does not have it already */
  const inJson = (
    request: FastifyRequest,
    data: () => JsonData | Promise<JsonData>,
    { lastModified }: Partial<Pick<Validators, 'lastModified'>> = {},
  ): RawAnswer => ({
    type: types.json,
    body: async () =>
      jsonText(
        envelope(
          { data: await data() },
          { dialect: dialectOf(request.headers), issues: false, dataOnTop: false, requestId: request.id },
        ),
      ),
    vary: 'x-service-token, x-vault-token, x-vault-request',
    ...(lastModified && { lastModified }),
  });

  const issuerJson: Find = (authority, { ref = '' }, request) => {
    const issuer = authority.issuer(ref);
    const data = {
      certificate: issuer.pem,
      ca_chain: issuer.chainPem,
      issuer_id: issuer.uuid,
      issuer_name: issuer.name ?? '',
    };
    return inJson(request, () => data, documents.issuer(authority, issuer));
  };

  const crlJson =
    (kind: CrlKind, path: CrlPath): Find =>
    async (authority, { ref = defaultReference }, request) => {
      const crl = await documents.crl(authority, authority.issuer(ref), { kind, path });
      return crl ? inJson(request, async () => ({ crl: await documents.crlValue(crl, 'line end') }), crl) : null;
    };

  const caJson: Find = (authority, _params, request) => {
    const { defaultIssuer } = authority;
    if (!defaultIssuer) return withoutIssuer(request, 'INVALID_INPUT');
    const data = () => shown(defaultIssuer.pem.trimEnd(), undefined, defaultIssuer.uuid);
    return inJson(request, data, documents.issuer(authority, defaultIssuer));
  };

  const chainJson: Find = (authority, _params, request) => {
    const { defaultIssuer } = authority;
    if (!defaultIssuer) return withoutIssuer(request, 'INVALID_INPUT');
    const { pem, lastModified } = documents.chain(authority, defaultIssuer);
    return inJson(request, () => ({ ...shown(pem.trimEnd(), undefined, undefined), ca_chain: pem.trimEnd() }), {
      lastModified,
    });
  };

  const certificateCrlJson =
    (kind: CrlKind, path: CrlPath = 'existing'): Find =>
    async (authority, _params, request) => {
      if (!authority.defaultIssuer) return withoutIssuer(request, 'ISSUER_NOT_FOUND');
      const crl = await documents.defaultCrl(authority, { kind, path });
      if (!crl) return null;
      return inJson(request, async () => shown(await documents.crlValue(crl, 'none'), undefined, undefined), crl);
    };

  const certificateJson: Find = async (authority, { serial = '' }, request) => {
    const found = await documents.certificate(authority, serial);
    if (!found) throw problem('NOT_FOUND');
    return inJson(request, () => shown(pemOf(found).trimEnd(), found, found.issuerUuid));
  };

  const finds: readonly (readonly [path: string, find: Find])[] = [
    ['ca', ca('der')],
    ['ca/pem', ca('pem')],
    ['ca_chain', chain],
    ['crl', defaultCrl('complete', 'der')],
    ['crl/pem', defaultCrl('complete', 'pem')],
    ['crl/delta', defaultCrl('delta', 'der')],
    ['crl/delta/pem', defaultCrl('delta', 'pem')],
    ['unified-crl', defaultCrl('complete', 'der', 'unified')],
    ['unified-crl/pem', defaultCrl('complete', 'pem', 'unified')],
    ['unified-crl/delta', defaultCrl('delta', 'der', 'unified')],
    ['unified-crl/delta/pem', defaultCrl('delta', 'pem', 'unified')],
    ['cert/ca', caJson],
    ['cert/ca/raw', ca('der')],
    ['cert/ca/raw/pem', ca('pem')],
    ['cert/ca_chain', chainJson],
    ['cert/crl', certificateCrlJson('complete')],
    ['cert/crl/raw', defaultCrl('complete', 'der')],
    ['cert/crl/raw/pem', defaultCrl('complete', 'pem')],
    ['cert/delta-crl', certificateCrlJson('delta')],
    ['cert/delta-crl/raw', defaultCrl('delta', 'der')],
    ['cert/delta-crl/raw/pem', defaultCrl('delta', 'pem')],
    ['cert/:serial', certificateJson],
    ['cert/:serial/raw', stored('der')],
    ['cert/:serial/raw/pem', stored('pem')],
    ['issuer/:ref/pem', issuerCertificate('pem')],
    ['issuer/:ref/der', issuerCertificate('der')],
    ['issuer/:ref/json', issuerJson],
    ['issuer/:ref/crl/shard/:shard', shardCrl('der')],
    ['issuer/:ref/crl/shard/:shard/pem', shardCrl('pem')],
    ...issuerCrlPaths.flatMap(([crl, path]) => [
      [`issuer/:ref/${crl}`, crlJson('complete', path)] as const,
      [`issuer/:ref/${crl}/der`, issuerCrl('complete', 'der', path)] as const,
      [`issuer/:ref/${crl}/pem`, issuerCrl('complete', 'pem', path)] as const,
      [`issuer/:ref/${crl}/delta`, crlJson('delta', path)] as const,
      [`issuer/:ref/${crl}/delta/der`, issuerCrl('delta', 'der', path)] as const,
      [`issuer/:ref/${crl}/delta/pem`, issuerCrl('delta', 'pem', path)] as const,
    ]),
  ];
  return [
    ...finds.map(([path, find]): RawRoute => ({
      method: 'GET',
      path,
      handle: (request, reply, { mount, params }) =>
        answeringBelowMount(deps, request, reply, () =>
          lastOf(async () => {
            const authority = await deps.authorities.byPath(mount);
            return send(request, reply, await find(authority, params, request));
          }),
        ),
    })),
    ...ocspRoutes(deps),
  ];
}

/** An empty result for callers of the specification; OpenBao's statuses for Vault's clients. @throws the code, to those */
function withoutIssuer({ headers }: FastifyRequest, code: 'INVALID_INPUT' | 'ISSUER_NOT_FOUND'): null {
  if (dialectOf(headers) === 'service') return null;
  throw problem(code, 'no default issuer currently configured');
}

/** The two forms are two representations: a cache must not mix them up. */
const validators = ({ etag, lastModified }: Validators, form: Form): Validators => ({
  etag: form === 'der' ? etag : `${etag.slice(0, -1)}-pem"`,
  lastModified,
});

/** `cert/:serial` (Vault API, PKI: "Read certificate"): zero and empty if it is not revoked. */
function shown(certificate: string | RawJson, found: PublicCertificate | undefined, issuerUuid: string | undefined) {
  const at = found?.revokedAt ?? null;
  return {
    certificate,
    revocation_time: at ? Math.floor(at.getTime() / 1000) : 0,
    revocation_time_rfc3339: at?.toISOString() ?? '',
    issuer_id: issuerUuid ?? '',
  };
}

async function send(request: FastifyRequest, reply: FastifyReply, answer: RawAnswer | null): Promise<FastifyReply> {
  if (!answer) return reply.code(204).send();
  const { body, length, type, etag, lastModified, vary } = answer;
  const told = {
    ...(etag !== undefined && { etag }),
    ...(lastModified && { 'last-modified': lastModified.toUTCString() }),
  };
  // Caches must revalidate: a replaced CRL must not come from a cache. No header is set before the body is there: if it is not, this is tried again.
  const headers = {
    ...told,
    'cache-control': 'no-cache',
    ...(vary !== undefined && { vary: [reply.getHeader('vary'), vary].filter(Boolean).join(', ') }),
  };
  if (fresh(request.headers, told)) return reply.headers(headers).code(304).send();
  // For HEAD the server drops the body: a stream keeps the announced length.
  if (request.method === 'HEAD' && length !== undefined) {
    const bytes = await length();
    return reply.headers(headers).type(type).header('content-length', bytes).send(Readable.from([]));
  }
  const made = await body();
  reply.headers(headers).type(type);
  // A CRL in parts is sent as it is held: whoever reads slowly does not keep a copy of it. One without parts is one piece already.
  if (made instanceof CrlOctets && made.parts.length > 0)
    return reply.header('content-length', made.length).send(Readable.from(made.pieces()));
  if (made instanceof SplicedJson) return reply.header('content-length', made.size).send(made.stream());
  const bytes = typeof made === 'string' ? Buffer.from(made) : viewOf(made instanceof CrlOctets ? made.frame : made);
  return reply.header('content-length', bytes.length).send(bytes);
}

/** The same bytes: they are sent to many callers at once. */
const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength);
