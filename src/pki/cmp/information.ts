import type { PublicDocuments } from '../revocation/public-documents.js';
import { keySpecOf } from '../policy/index.js';
import { subjectParts } from '../policy/role-subject.js';
import type { Authority, AuthorityIssuer } from '../issuers/authority.js';
import { isIssuedBy, Name, parseCertificate, X509Error } from '../x509/index.js';
import {
  encodeInfo,
  encodeInfos,
  infoOids,
  listInfo,
  readCrlStatuses,
  readInfos,
  rootUpdateInfo,
  signKeyPairTypes,
  templateInfo,
  unsupportedInfo,
} from '../x509/cmp/index.js';
import type { CmpInfo, CrlStatus } from '../x509/cmp/index.js';
import { CmpRefusal } from './cmp-refusal.js';
import type { CmpAnswer, CmpRequest } from './enrolment.js';
import type { Places } from './places.js';
import { profileOf } from './request-headers.js';
import type { CmpRights } from './rights.js';

/** Octets of CRLs in a message: whoever wants longer ones downloads them. */
const longestCrl = 1024 * 1024;
const mostAuthorities = 100;

/** What clients ask of the authority: genm (RFC 9483 §4.3; RFC 9810 §5.3.19). */
export class CmpInformation {
  constructor(
    private readonly deps: {
      readonly places: Places;
      readonly rights: CmpRights;
      readonly documents: PublicDocuments;
    },
  ) {}

  /** @throws CmpRefusal, X509Error */
  async answer(asked: CmpRequest): Promise<CmpAnswer> {
    const found: Buffer[] = [];
    const unknown: string[] = [];
    const infos = readInfos(asked.message.body);
    if (new Set(infos.map(({ type }) => type)).size < infos.length)
      throw new CmpRefusal('badRequest', 'a message asks for each kind of information once');
    for (const info of infos) {
      const about = await this.#about(asked, info);
      if (about) found.push(about);
      else unknown.push(info.type);
    }
    if (unknown.length > 0) found.push(unsupportedInfo(unknown));
    return { kind: 'genp', content: encodeInfos(found) };
  }

  async #about(asked: CmpRequest, { type, value }: CmpInfo): Promise<Buffer | null> {
    const { place } = asked;
    const { authority } = place;
    switch (type) {
      case infoOids.caCerts:
        return listInfo(
          infoOids.caCerts,
          authority.issuers.slice(0, mostAuthorities).map(({ certificate }) => certificate.der),
        );
      case infoOids.signKeyPairTypes:
        return signKeyPairTypes();
      case infoOids.rootCaCert:
        if (!value) throw new CmpRefusal('badDataFormat', 'the root whose update is asked for is missing');
        return rootUpdate(authority, value.encoded());
      case infoOids.certReqTemplate:
        return this.#template(asked);
      case infoOids.currentCrl: {
        const [crl] = await this.#crls(authority, [{ issuer: this.deps.places.responder(place), since: undefined }]);
        if (!crl) throw new CmpRefusal('addInfoNotAvailable', 'there is no CRL that fits into a message');
        return encodeInfo(infoOids.currentCrl, crl);
      }
      case infoOids.crlStatusList: {
        if (!value) throw new CmpRefusal('badDataFormat', 'the CRLs that are asked for are missing');
        const wanted = readCrlStatuses(value).flatMap((status) =>
          issuersOf(authority, status).map((issuer) => ({ issuer, since: status.since })),
        );
        return listInfo(infoOids.crls, await this.#crls(authority, wanted));
      }
      default:
        return null;
    }
  }

  /** Complete CRLs that are newer than the one that a client has, each once. */
  async #crls(
    authority: Authority,
    wanted: readonly { readonly issuer: AuthorityIssuer; readonly since: Date | undefined }[],
  ): Promise<readonly Uint8Array[]> {
    const found: Uint8Array[] = [];
    let octets = 0;
    for (const { issuer, since } of new Map(wanted.map((each) => [each.issuer.id, each])).values()) {
      const crl = await this.deps.documents.crl(authority, issuer, { kind: 'complete', path: 'existing' });
      if (!crl || (since && crl.lastModified <= since)) continue;
      octets += await crl.size();
      if (octets > longestCrl)
        throw new CmpRefusal('addInfoNotAvailable', 'the CRLs are too long for a message: they can be downloaded');
      found.push(await crl.content());
    }
    return found;
  }

  /** What the role that would decide fixes; nothing where none does (RFC 9483 §4.3.3). */
  async #template({ place, sender, message }: CmpRequest): Promise<Buffer> {
    const { places, rights } = this.deps;
    const profile = profileOf(message.header);
    const name = await rights.roleOf(place, await rights.toAsk(place, sender, profile), profile);
    const decider = await places.deciderOf(place, name);
    if (decider.kind === 'verbatim') return listInfo(infoOids.certReqTemplate, []);
    const { role } = decider.role;
    const subject = Name.of(subjectParts(role));
    return templateInfo({ subject: subject.isEmpty ? undefined : subject.der }, keySpecOf(role));
  }
}

/** The issuers whose complete CRL is meant. */
function issuersOf(authority: Authority, { names, of }: CrlStatus): readonly AuthorityIssuer[] {
  if (of === 'issuer')
    return names.flatMap((name) =>
      name.type === 'directoryName' ? authority.issuersNamed(name.name.der).slice(0, 1) : [],
    );
  const addresses = new Set(names.flatMap((name) => (name.type === 'uri' ? [name.value] : [])));
  return authority.issuers.filter(({ urls }) => urls.crlDistributionPoints.some((each) => addresses.has(each)));
}

/** What comes after a root: the newest one of its name with another key, and the certificates by which each vouches for the other. */
function rootUpdate(authority: Authority, der: Uint8Array): Buffer {
  const nothing = listInfo(infoOids.rootCaKeyUpdate, []);
  const old = readRoot(der);
  const roots = authority.issuersNamed(old.subject.der).filter(({ isRoot }) => isRoot);
  if (!roots.some(({ certificate }) => certificate.der.equals(old.der))) return nothing;
  const [next] = roots
    .filter(
      ({ certificate }) =>
        certificate.notBefore > old.notBefore && !certificate.publicKey.der.equals(old.publicKey.der),
    )
    .toSorted((a, b) => b.certificate.notBefore.getTime() - a.certificate.notBefore.getTime());
  if (!next) return nothing;
  const { certificate } = next;
  const cross = authority.issuersNamed(old.subject.der).map((each) => each.certificate);
  const vouched = (key: typeof old, by: typeof old) =>
    cross.find(
      (each) => each.publicKey.der.equals(key.publicKey.der) && !each.der.equals(key.der) && isIssuedBy(each, by),
    );
  return rootUpdateInfo({
    newWithNew: certificate.der,
    newWithOld: vouched(certificate, old)?.der,
    oldWithNew: vouched(old, certificate)?.der,
  });
}

function readRoot(der: Uint8Array) {
  try {
    return parseCertificate(der);
  } catch (error) {
    if (!(error instanceof X509Error)) throw error;
    throw new CmpRefusal('badDataFormat', error.message, { cause: error });
  }
}
