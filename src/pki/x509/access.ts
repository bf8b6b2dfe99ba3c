import { contextConstructed, contextPrimitive, encode, namedBitsContent, oid, sequence, Tag } from './der-writer.js';
import type { DerValue } from './der-reader.js';
import { X509Error } from './error.js';
import { extension, type Extension } from './extension.js';
import { ExtensionKind } from './extension-kind.js';
import {
  encodeGeneralName,
  encodeGeneralNames,
  readGeneralName,
  readGeneralNames,
  type GeneralName,
} from './general-name.js';
import { accessMethodOids, extensionOids } from './oids.js';

/** Addresses of the certificate of an issuer and of its OCSP responder (RFC 5280 4.2.2.1). */
export interface AuthorityInfoAccess {
  readonly ocsp: readonly string[];
  readonly caIssuers: readonly string[];
}

const uri = (value: string): GeneralName => ({ type: 'uri', value });

/** @throws X509Error `invalid_value`, also if both lists are empty */
export function authorityInfoAccess({ ocsp, caIssuers }: AuthorityInfoAccess): Extension {
  const describe = (method: string, value: string): Buffer => sequence(oid(method), encodeGeneralName(uri(value)));
  const descriptions = [
    ...ocsp.map((value) => describe(accessMethodOids.ocsp, value)),
    ...caIssuers.map((value) => describe(accessMethodOids.caIssuers, value)),
  ];
  if (descriptions.length === 0) throw new X509Error('invalid_value', 'authority information access', 'empty');
  return extension(extensionOids.authorityInfoAccess, sequence(...descriptions));
}

export function readAuthorityInfoAccess(value: DerValue): AuthorityInfoAccess {
  const found = value.items().map((item) => {
    const fields = item.fields();
    const method = fields.next('method').oid();
    const name = readGeneralName(fields.next('location'));
    fields.end();
    return { method, address: name.type === 'uri' ? [name.value] : [] };
  });
  const of = (wanted: string): string[] => found.flatMap(({ method, address }) => (method === wanted ? address : []));
  return { ocsp: of(accessMethodOids.ocsp), caIssuers: of(accessMethodOids.caIssuers) };
}

/** One point with `fullName`s: DistributionPointName is a CHOICE, so its tag is explicit. */
const pointName = (names: readonly GeneralName[]): Buffer =>
  encode(contextConstructed(0), encodeGeneralNames(contextConstructed(0), names));

const points = (addresses: readonly string[], where: string): Buffer => {
  if (addresses.length === 0) throw new X509Error('invalid_value', where, 'empty');
  return sequence(...addresses.map((address) => sequence(pointName([uri(address)]))));
};

/** A distribution point for each address (RFC 5280 4.2.1.13). */
export const crlDistributionPoints = (addresses: readonly string[]): Extension =>
  extension(extensionOids.crlDistributionPoints, points(addresses, 'CRL distribution points'));

/** Addresses of delta CRLs (RFC 5280 4.2.1.15), the same in a certificate and in a CRL. */
export const freshestCrl = (addresses: readonly string[]): Extension =>
  extension(extensionOids.freshestCrl, points(addresses, 'freshest CRL'));

/** Addresses of the points, in order. */
export const readDistributionPoints = (value: DerValue): string[] =>
  value.items().flatMap((item) => {
    const fields = item.fields();
    const name = fields.optional('name', contextConstructed(0));
    fields.optional('reasons', contextPrimitive(1));
    fields.optional('CRL issuer', contextConstructed(2));
    fields.end();
    return name === undefined ? [] : addressesOf(name);
  });

function addressesOf(name: DerValue): string[] {
  const choice = name.inner(contextConstructed(0));
  if (choice.tag === contextConstructed(1)) return [];
  return readGeneralNames(choice, contextConstructed(0)).flatMap((each) => (each.type === 'uri' ? each.value : []));
}

export const authorityInfoAccessKind = new ExtensionKind(extensionOids.authorityInfoAccess, readAuthorityInfoAccess);
export const crlDistributionPointsKind = new ExtensionKind(extensionOids.crlDistributionPoints, readDistributionPoints);
export const freshestCrlKind = new ExtensionKind(extensionOids.freshestCrl, readDistributionPoints);

/** The scope of a CRL (RFC 5280 5.2.5). At most one of the three `only…Certs` may be set. */
export interface IssuingDistributionPoint {
  readonly addresses?: readonly string[];
  readonly onlyUserCerts?: boolean;
  readonly onlyAuthorityCerts?: boolean;
  readonly onlySomeReasons?: readonly number[];
  readonly indirect?: boolean;
  readonly onlyAttributeCerts?: boolean;
}

const flag = (number: number, set: boolean | undefined): Buffer[] =>
  set === true ? [encode(contextPrimitive(number), Uint8Array.of(0xff))] : [];

export function issuingDistributionPoint(point: IssuingDistributionPoint): Extension {
  const { addresses = [], onlySomeReasons = [] } = point;
  const content = sequence(
    ...(addresses.length === 0 ? [] : [pointName(addresses.map(uri))]),
    ...flag(1, point.onlyUserCerts),
    ...flag(2, point.onlyAuthorityCerts),
    ...(onlySomeReasons.length === 0 ? [] : [encode(contextPrimitive(3), namedBitsContent(onlySomeReasons))]),
    ...flag(4, point.indirect),
    ...flag(5, point.onlyAttributeCerts),
  );
  // RFC 5280 5.2.5: an empty sequence must not be issued.
  if (content.length === 2) throw new X509Error('invalid_value', 'issuing distribution point', 'empty');
  return extension(extensionOids.issuingDistributionPoint, content, { critical: true });
}

export function readIssuingDistributionPoint(value: DerValue): Required<IssuingDistributionPoint> {
  const fields = value.fields(Tag.sequence);
  const name = fields.optional('name', contextConstructed(0));
  const readFlag = (number: number): boolean =>
    fields.optional(`flag ${number}`, contextPrimitive(number))?.boolean(contextPrimitive(number)) ?? false;
  const onlyUserCerts = readFlag(1);
  const onlyAuthorityCerts = readFlag(2);
  const onlySomeReasons = fields.optional('reasons', contextPrimitive(3))?.namedBits(contextPrimitive(3)) ?? [];
  const indirect = readFlag(4);
  const onlyAttributeCerts = readFlag(5);
  fields.end();
  const addresses = name === undefined ? [] : addressesOf(name);
  return { addresses, onlyUserCerts, onlyAuthorityCerts, onlySomeReasons, indirect, onlyAttributeCerts };
}
