import { problem } from '../../../../platform/problems.js';
import { unreadable } from '../request.js';
import { list, read, write } from '../route.js';
import type { VaultAnswer, VaultRoute } from '../route.js';
import { asWritten, weak } from '../weak.js';
import { keysAnswer } from './answers.js';
import { longAnswer, longPageOf } from './long-details.js';
import { AsWritten } from '../../../../platform/graphql/as-written.js';
import { isRecord } from '../../../../platform/is-record.js';
import {
  ResignCrls,
  RevocationRequests,
  RevokeCertificate,
  RevokeCertificateWithKey,
  RevokedSerialNumbers,
  RotateCrl,
  SignRevocationList,
  UnifiedRevocations,
} from '../generated/operations.js';
import type {
  CrlExtensionInput,
  CrlFormat,
  RevokeCertificateWithKeyMutation,
  RevokedEntryInput,
} from '../generated/operations.js';

/** An expired certificate was not revoked: then there is only a warning. */
function revokedAnswer({
  payload,
}: RevokeCertificateWithKeyMutation & { readonly payload: { readonly pending?: boolean | null } }): VaultAnswer {
  const { revocation, warnings, pending } = payload;
  if (pending) return { data: { state: 'pending' }, warnings };
  if (revocation === null) return { data: null, warnings };
  const { revokedAt } = revocation;
  return {
    data: {
      revocation_time: Math.floor(Date.parse(revokedAt) / 1000),
      revocation_time_rfc3339: revokedAt,
      state: 'revoked',
    },
    warnings,
  };
}

const target = { serial_number: asWritten(weak.trimmed), certificate: asWritten(weak.pem) };

const listParameters = {
  crl_number: weak.large,
  delta_crl_base_number: weak.large,
  next_update: weak.duration,
  format: weak.text,
};

/** A place within a parameter whose items no field kind reads. */
interface Place {
  readonly name: string;
  /** `[0].extensions[1]` */
  readonly at: string;
}

const within = ({ name, at }: Place, step: string | number): Place => ({
  name,
  at: typeof step === 'number' ? `${at}[${step}]` : `${at}.${step}`,
});
const wrong = ({ name, at }: Place, expected: string) => unreadable(name, expected, at);

/** @throws INVALID_INPUT naming the place of what is something else */
function itemsOf(value: unknown, place: Place) {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw wrong(place, 'a list of objects');
  return value.map((item: unknown, index) => {
    const itemPlace = within(place, index);
    if (!isRecord(item)) throw wrong(itemPlace, 'an object');
    return { item, place: itemPlace };
  });
}

function textAt(item: Readonly<Record<string, unknown>>, place: Place, name: string): string {
  const value = item[name];
  if (typeof value !== 'string') throw wrong(within(place, name), weak.text.expected);
  return value;
}

function flagAt(item: Readonly<Record<string, unknown>>, place: Place, name: string): boolean {
  const value = weak.flag.read(item[name] ?? false);
  if (value === undefined) throw wrong(within(place, name), weak.flag.expected);
  return value;
}

/** RFC 3339, or seconds since 1970, as a number or as text; now if absent. */
function timeAt(item: Readonly<Record<string, unknown>>, place: Place, name: string): string | undefined {
  const value = item[name];
  if (value === undefined || value === null) return undefined;
  const seconds = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  const time =
    typeof seconds === 'number' ? new Date(seconds * 1000) : new Date(typeof value === 'string' ? value : NaN);
  if (Number.isNaN(time.getTime())) throw wrong(within(place, name), 'a time of RFC 3339, or seconds since 1970');
  return time.toISOString();
}

const extensionsOf = (value: unknown, place: Place): readonly CrlExtensionInput[] =>
  itemsOf(value, place).map(({ item, place: at }) => ({
    id: textAt(item, at, 'id'),
    value: textAt(item, at, 'value'),
    critical: flagAt(item, at, 'critical'),
  }));

const revokedCertsOf = (value: unknown, place: Place): readonly RevokedEntryInput[] =>
  itemsOf(value, place).map(({ item, place: at }) => ({
    serialNumber: new AsWritten(textAt(item, at, 'serial_number')),
    revokedAt: timeAt(item, at, 'revocation_time'),
    extensions: extensionsOf(item['extensions'], within(at, 'extensions')),
  }));

/** The words of `sign-revocation-list` and related paths. @throws INVALID_INPUT for others */
function formatOf(format: string | undefined): { readonly format?: CrlFormat } {
  if (format === undefined) return {};
  if (format !== 'pem' && format !== 'der')
    throw problem('INVALID_INPUT', 'the "format" parameter must be "pem" or "der"', ['format']);
  return { format: format === 'pem' ? 'PEM' : 'DER' };
}

const rotation = (path: string, delta: boolean): VaultRoute =>
  read({
    path,
    operation: RotateCrl,
    variables: ({ mount }) => ({ input: { mount, delta } }),
    answer: ({ payload: { warnings } }) => ({ data: { success: true }, warnings }),
  });

const requireNumber = (number: number | null | undefined): number => {
  if (number === undefined || number === null)
    throw problem('MISSING_INPUT', 'crl_number parameter must be provided', ['crl_number']);
  return number;
};

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A cluster of Vault is a mount here. @param accessors pairs of a serial number, and the mounts that are told of it */
function detailsOf(accessors: unknown, told: (accessors: unknown) => Readonly<Record<string, unknown>>) {
  const info: Record<string, Readonly<Record<string, unknown>>> = {};
  for (const pair of asList(accessors)) {
    const [serial, mounts] = asList(pair);
    if (typeof serial === 'string') info[serial] = told(mounts);
  }
  return info;
}

export const revocationRoutes: readonly VaultRoute[] = [
  write({
    path: 'revoke',
    operation: RevokeCertificate,
    fields: target,
    variables: ({ mount, fields }) => ({ input: { mount, ...fields } }),
    answer: revokedAnswer,
  }),
  write({
    path: 'revoke-with-key',
    operation: RevokeCertificateWithKey,
    fields: { ...target, private_key: asWritten(weak.pem) },
    variables: ({ mount, fields }) => ({
      input: { mount, ...fields, privateKey: fields.privateKey ?? new AsWritten('') },
    }),
    answer: revokedAnswer,
  }),
  list({
    path: 'certs/revoked',
    operation: RevokedSerialNumbers,
    values: 'serials',
    variables: ({ mount }) => ({ mount }),
    answer: ({ serials }) => keysAnswer(serials),
  }),
  list({
    path: 'certs/revocation-queue',
    operation: RevocationRequests,
    variables: ({ mount, query }) => ({ mount, ...longPageOf(query) }),
    answer: ({ accessors }, { query }) =>
      longAnswer(
        query,
        detailsOf(accessors, (asked) => ({ requesting_cluster: asked })),
      ),
  }),
  list({
    path: 'certs/unified-revoked',
    operation: UnifiedRevocations,
    variables: ({ mount, query }) => ({ mount, ...longPageOf(query) }),
    answer: ({ accessors }, { query }) =>
      longAnswer(
        query,
        detailsOf(accessors, (revoking) => ({ revoking_clusters: revoking })),
      ),
  }),
  rotation('crl/rotate', false),
  rotation('crl/rotate-delta', true),
  write({
    path: 'issuer/:ref/resign-crls',
    operation: ResignCrls,
    fields: { ...listParameters, crls: asWritten(weak.pems) },
    variables: ({ mount, params, fields: { format, ...fields } }) => ({
      input: {
        issuer: { named: { mount, reference: params.ref } },
        ...fields,
        crlNumber: requireNumber(fields.crlNumber),
        ...formatOf(format),
        crls: fields.crls ?? [],
      },
    }),
    answer: ({ payload: { crl, warnings } }) => ({ data: { crl }, warnings }),
  }),
  write({
    path: 'issuer/:ref/sign-revocation-list',
    operation: SignRevocationList,
    fields: { ...listParameters, revoked_certs: weak.any, extensions: weak.any },
    variables: ({ mount, params, fields: { revokedCerts, extensions, format, ...fields } }) => ({
      input: {
        issuer: { named: { mount, reference: params.ref } },
        ...fields,
        crlNumber: requireNumber(fields.crlNumber),
        ...formatOf(format),
        revokedCerts: revokedCertsOf(revokedCerts, { name: 'revoked_certs', at: '' }),
        extensions: extensionsOf(extensions, { name: 'extensions', at: '' }),
      },
    }),
    answer: ({ payload: { crl } }) => ({ data: { crl } }),
  }),
];
