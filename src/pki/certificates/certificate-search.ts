import { all, any, condition, equals } from '../../platform/database/conditions.js';
import type { SqlCondition } from '../../platform/database/conditions.js';
import { asciiName } from '../policy/host-name.js';
import { ipOctets, ipText } from '../x509/index.js';
import type { CertificateQuery, Stretch } from './certificate-walk.js';
import { columnText, nameKinds, searchedName, type NameKind } from './names.js';

export const certificateStatuses = ['valid', 'expired', 'revoked', 'not-yet-valid'] as const;
export type CertificateStatus = (typeof certificateStatuses)[number];

interface Life {
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly revokedAt: Date | null;
}

/** A revoked certificate stays revoked after it expires. */
export function statusOf({ notBefore, notAfter, revokedAt }: Life, now: Date): CertificateStatus {
  if (revokedAt) return 'revoked';
  if (notAfter < now) return 'expired';
  return notBefore > now ? 'not-yet-valid' : 'valid';
}

/** A status as conditions on columns. If its bounds are those of an index, they are given for the column of that index. */
interface StatusColumns {
  readonly revoked: boolean;
  readonly notAfter?: 'gone' | 'to come';
  readonly notBefore?: 'gone' | 'to come';
}

const statusColumns: Readonly<Record<CertificateStatus, StatusColumns>> = {
  revoked: { revoked: true },
  expired: { revoked: false, notAfter: 'gone' },
  'not-yet-valid': { revoked: false, notAfter: 'to come', notBefore: 'to come' },
  valid: { revoked: false, notAfter: 'to come', notBefore: 'gone' },
};

/** The conditions of a search. Absent ones do not count; all others must be met. */
export interface CertificateSearch {
  /** The complete common name or alternative name, in any case. */
  readonly name?: string | undefined;
  /** Kind of alternative name that `name` is; absent for any kind, including the common name. */
  readonly nameKind?: NameKind | 'cn' | undefined;
  /** A domain: the certificate has a name below it, at any depth. */
  readonly below?: string | undefined;
  readonly commonName?: string | undefined;
  readonly serialNumber?: string | undefined;
  /** By id, name or `default`. */
  readonly issuer?: string | undefined;
  /** The name of the role. */
  readonly role?: string | undefined;
  readonly keyType?: string | undefined;
  readonly expiresAfter?: Date | undefined;
  readonly expiresBefore?: Date | undefined;
  readonly issuedAfter?: Date | undefined;
  readonly issuedBefore?: Date | undefined;
  readonly status?: CertificateStatus | undefined;
}

/** A name as people write it, and the form in certificates if that differs: international names in ASCII, addresses in canonical form. */
function formsOf(name: string): readonly [given: string, written: string] {
  const octets = ipOctets(name);
  const written = octets ? ipText(octets) : asciiName(name);
  return [searchedName(name), searchedName(written ?? name)];
}

/** What a search needs to know about the mount. */
export interface SearchedAuthority {
  readonly mount: { readonly id: string };
  readonly issuer: (reference: string) => { readonly id: string };
}

/** One condition of a search. */
interface Criterion {
  /** On a row `c` of "Certificate". */
  readonly met: SqlCondition;
  /** Statements for the ids of all that meet it; none where no index has them together. */
  readonly narrow?: readonly SqlCondition[];
}

/** The kinds of a name: the common name and every alternative name. */
const anyKind: readonly string[] = ['cn', ...nameKinds];

/**
 * A name of a certificate: in any of its forms, and of any of the kinds. Each combination is searched separately, as a value for all columns of its index. For
 * a list, or a condition that could become a join, PostgreSQL might read all rows with one name, or all names.
 */
function named(mountId: string, name: string, kinds: readonly string[]): Criterion {
  const names = '"CertificateName" n';
  const places = [...new Set(formsOf(name))].flatMap((form) =>
    kinds.map((kind) => all(equals('mountId', mountId), equals('name', form), equals('kind', kind))),
  );
  return {
    met: any(
      ...places.map(({ sql, parameters }) =>
        condition(`(SELECT 1 FROM ${names} WHERE ${sql} AND n."certificateId" = c."id" LIMIT 1) = 1`, ...parameters),
      ),
    ),
    narrow: places.map(({ sql, parameters }) =>
      condition(
        `SELECT n."certificateId" AS "id" FROM ${names} WHERE ${sql} ORDER BY n."certificateId"`,
        ...parameters,
      ),
    ),
  };
}

/** @param order the next columns of the intended index: only this index has them in order, so PostgreSQL uses neither another index nor the whole table */
const ids = ({ sql, parameters }: SqlCondition, order: string): readonly SqlCondition[] => [
  condition(`SELECT "id" FROM "Certificate" WHERE ${sql} ORDER BY ${order}`, ...parameters),
];

/** What begins later than now begins later than it was issued, or was issued later than now: by a server whose clock is ahead, or elsewhere. */
const notBegun = (inMount: SqlCondition, now: Date): readonly SqlCondition[] => [
  ...ids(all(inMount, condition('"notBefore" > "issuedAt"'), condition('"notBefore" > ?', now)), '"notBefore", "id"'),
  ...ids(all(inMount, condition('"issuedAt" > ?', now)), '"issuedAt", "id"'),
];

/** The counter of all certificates of a mount, a role or an issuer, where a search has no other condition. */
function countedOf(
  mountId: string,
  [inMount, ...others]: readonly SqlCondition[],
  { role }: CertificateSearch,
  issuerId: string | undefined,
): CertificateQuery['counted'] {
  if (!inMount || others.length > 1) return null;
  const [only] = others;
  if (!only) return { list: `certificate/${mountId}`, of: inMount };
  if (role !== undefined) return { list: `certificate-role/${mountId}/${role}`, of: all(inMount, only) };
  return issuerId === undefined ? null : { list: `certificate-issuer/${issuerId}`, of: all(inMount, only) };
}

const isRevoked = condition('"revokedAt" IS NOT NULL');

/**
 * How many have a status, without going over all: those of a mount that are valid are what it has, less those that have ended, those that are revoked, and those
 * that have not begun, which are few.
 */
function sumOf(authority: SearchedAuthority, status: CertificateStatus, now: Date): CertificateQuery['summed'] {
  const inMount = equals('mountId', authority.mount.id);
  const notAfter = (sign: '<' | '>=', index: string, ...more: readonly SqlCondition[]): Stretch => ({
    column: 'notAfter',
    index,
    of: all(inMount, ...more, condition(`"notAfter" ${sign} ?`, now)),
  });
  const ended = notAfter('<', 'Certificate_mountId_notAfter_id_idx');
  const revoked = (sign: '<' | '>=') => notAfter(sign, 'Certificate_revoked_end_idx', isRevoked);
  switch (status) {
    case 'valid':
      return [
        { sign: 1, of: queryOf(authority, {}, now) },
        { sign: -1, of: ended },
        { sign: -1, of: revoked('>=') },
        { sign: -1, of: queryOf(authority, { status: 'not-yet-valid' }, now) },
      ];
    case 'expired':
      return [
        { sign: 1, of: ended },
        { sign: -1, of: revoked('<') },
      ];
    case 'revoked':
      return [
        {
          sign: 1,
          of: { column: 'revokedAt', index: 'Certificate_mountId_revokedAt_id_idx', of: all(inMount, everRevoked) },
        },
      ];
    case 'not-yet-valid':
      return null;
  }
}

const everRevoked = condition('"revokedAt" >= ?', new Date(0));

function bySerialNumber(inMount: SqlCondition, { serialNumber }: CertificateSearch): readonly Criterion[] {
  if (serialNumber === undefined) return [];
  const met = equals('serialNumber', serialNumber.replaceAll(/[^0-9a-f]/gi, '').toLowerCase());
  return [{ met, narrow: ids(all(inMount, met), '"issuerId"') }];
}

function byName(mountId: string, { name, nameKind, below }: CertificateSearch): readonly Criterion[] {
  return [
    ...(name === undefined ? [] : [named(mountId, name, nameKind ? [nameKind] : anyKind)]),
    ...(below === undefined ? [] : [named(mountId, below.replace(/^\.+/, ''), ['below'])]),
  ];
}

function byColumn(
  inMount: SqlCondition,
  { commonName, role, keyType }: CertificateSearch,
  issuerId: string | undefined,
): readonly Criterion[] {
  const criteria: Criterion[] = [];
  if (commonName !== undefined) {
    const met = equals('commonName', columnText(commonName));
    criteria.push({ met, narrow: ids(all(inMount, met), '"id"') });
  }
  if (role !== undefined) {
    const met = equals('roleName', role);
    criteria.push({ met, narrow: ids(all(inMount, met), '"notAfter"') });
  }
  if (issuerId !== undefined) {
    const met = equals('issuerId', issuerId);
    criteria.push({ met, narrow: ids(met, '"notAfter"') });
  }
  if (keyType !== undefined) criteria.push({ met: equals('keyType', keyType) });
  return criteria;
}

/** What of a status is not among the bounds. */
function byStatus(inMount: SqlCondition, { status }: CertificateSearch, now: Date): readonly Criterion[] {
  if (status === undefined) return [];
  const { revoked, notBefore } = statusColumns[status];
  const criteria: Criterion[] = [
    revoked
      ? { met: isRevoked, narrow: ids(all(inMount, everRevoked), '"revokedAt", "id"') }
      : { met: condition('"revokedAt" IS NULL') },
  ];
  if (notBefore === 'gone') criteria.push({ met: condition('"notBefore" <= ?', now) });
  if (notBefore === 'to come')
    criteria.push({ met: condition('"notBefore" > ?', now), narrow: notBegun(inMount, now) });
  return criteria;
}

/** What a search asks of the columns that lists are ordered by. */
function boundsOf(search: CertificateSearch, now: Date): CertificateQuery['bounds'] {
  const { expiresAfter, expiresBefore, issuedAfter, issuedBefore, status } = search;
  const notAfter = status && statusColumns[status].notAfter;
  const bound = (column: string, sign: '<' | '>=', at: Date | undefined): readonly SqlCondition[] =>
    at ? [condition(`"${column}" ${sign} ?`, at)] : [];
  return {
    notAfter: [
      ...bound('notAfter', '>=', expiresAfter),
      ...bound('notAfter', '<', expiresBefore),
      ...bound('notAfter', notAfter === 'gone' ? '<' : '>=', notAfter && now),
    ],
    issuedAt: [...bound('issuedAt', '>=', issuedAfter), ...bound('issuedAt', '<', issuedBefore)],
  };
}

/** The search as conditions on the certificates of a mount, and as statements that find few ids. @throws ISSUER_NOT_FOUND */
export function queryOf(authority: SearchedAuthority, search: CertificateSearch, now: Date): CertificateQuery {
  const mountId = authority.mount.id;
  const inMount = equals('mountId', mountId);
  const issuerId = search.issuer === undefined ? undefined : authority.issuer(search.issuer).id;
  const criteria = [
    ...bySerialNumber(inMount, search),
    ...byName(mountId, search),
    ...byColumn(inMount, search, issuerId),
    ...byStatus(inMount, search, now),
  ];
  const bounds = boundsOf(search, now);
  const bounded = (['notAfter', 'issuedAt'] as const).filter((column) => bounds[column].length > 0);
  const met = [inMount, ...criteria.map((each) => each.met), ...bounds.notAfter, ...bounds.issuedAt];
  const { status, ...others } = search;
  const onlyStatus = Object.values(others).every((each) => each === undefined);
  return {
    mountId,
    everything: met.length === 1,
    counted: countedOf(mountId, met, search, issuerId),
    summed: status !== undefined && onlyStatus ? sumOf(authority, status, now) : null,
    matches: all(...met),
    bounds,
    narrow: [
      ...criteria.flatMap(({ narrow }) => (narrow ? [narrow] : [])),
      ...bounded.map((column) => ids(all(inMount, ...bounds[column]), `"${column}", "id"`)),
    ],
  };
}
