import { hash } from 'node:crypto';
import type {
  ClientCertificate,
  ClientCertificates as Port,
  PresentedChain,
  TrustedCertificates,
} from '../../identity/auth-methods/client-certificates.js';
import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import { nameHash } from '../issuers/authority-view.js';
import { bareSerial, decodePem, isAuthority, parseCertificate, readOne, X509Error } from '../x509/index.js';
import type { Certificate } from '../x509/index.js';
import { Paths, provesClients } from './path.js';
import { isRevokedHere } from './revocations.js';

/** A client's chain: more certificates, or larger ones, are no chain that a machine has. */
const mostPresented = 10;
const mostBytes = 64 * 1024;
/** Certificates of one role. */
const mostTrusted = 100;

class Trusted implements TrustedCertificates {
  readonly subjects: readonly string[];
  readonly isAuthority: boolean;
  readonly provesClients: boolean;

  constructor(readonly certificates: readonly [Certificate, ...Certificate[]]) {
    const [first] = certificates;
    this.isAuthority = isAuthority(first);
    this.provesClients = provesClients(first);
    this.subjects = [...new Set((this.isAuthority ? certificates : [first]).map(({ subject }) => nameHash(subject)))];
  }
}

/** What methods to sign in ask about certificates, by this server's own X.509 core. */
export class ClientCertificates implements Port {
  constructor(private readonly deps: { readonly database: Pick<Database, 'client'>; readonly clock: Clock }) {}

  open(presented: readonly Uint8Array[]): PresentedChain | null {
    if (presented.length > mostPresented || presented.some(({ length }) => length > mostBytes)) return null;
    const [leaf, ...others] = read(presented) ?? [];
    return leaf ? this.#chain([leaf, ...others]) : null;
  }

  trusted(pem: string): TrustedCertificates | null {
    const [first, ...others] = readPem(pem) ?? [];
    return first ? new Trusted([first, ...others]) : null;
  }

  #chain(certificates: readonly [Certificate, ...Certificate[]]): PresentedChain {
    const { database, clock } = this.deps;
    const [leaf] = certificates;
    const paths = new Paths(certificates, clock.now());
    const names = certificates.flatMap(({ subject, issuer }) => [nameHash(subject), nameHash(issuer)]);
    return {
      names: [...new Set(names)],
      leaf: factsOf(leaf),
      isTrustedBy: (trusted) => {
        if (!(trusted instanceof Trusted)) return false;
        if (trusted.isAuthority) return paths.leadsTo(trusted.certificates);
        return trusted.certificates[0].der.equals(leaf.der) && paths.isLeafUsable();
      },
      isRevoked: async (trusted) => {
        for (const each of certificates) if (await isRevokedHere(database, each)) return true;
        if (!(trusted instanceof Trusted) || !trusted.isAuthority) return false;
        // A role may list an authority below one of this server's, which need not come with the leaf.
        const held: Certificate[] = [];
        for (const each of trusted.certificates)
          if (!names.includes(nameHash(each.subject)) || !(await isRevokedHere(database, each))) held.push(each);
        return held.length < trusted.certificates.length && !paths.leadsTo(held);
      },
    };
  }
}

function read(ders: readonly Uint8Array[]): readonly Certificate[] | null {
  try {
    return ders.map((der) => parseCertificate(der));
  } catch (error) {
    if (error instanceof X509Error) return null;
    throw error;
  }
}

function readPem(pem: string): readonly Certificate[] | null {
  try {
    const blocks = decodePem(pem).filter(({ label }) => label === 'CERTIFICATE');
    return blocks.length > mostTrusted ? null : read(blocks.map(({ der }) => der));
  } catch (error) {
    if (error instanceof X509Error) return null;
    throw error;
  }
}

const withColons = (octets: Buffer | undefined): string => (octets?.toString('hex').match(/../g) ?? []).join(':');

function factsOf({ der, subject, serialNumber, extensions }: Certificate): ClientCertificate {
  const names = extensions.subjectAltName ?? [];
  const of = (type: 'dns' | 'email' | 'uri') => names.flatMap((name) => (name.type === type ? [name.value] : []));
  return {
    fingerprint: hash('sha256', der, 'hex'),
    commonName: subject.commonName ?? '',
    serialNumber: BigInt(`0x${bareSerial(serialNumber)}`).toString(),
    subjectKeyId: withColons(extensions.subjectKeyIdentifier),
    authorityKeyId: withColons(extensions.authorityKeyIdentifier?.keyIdentifier),
    dnsNames: of('dns'),
    emails: of('email'),
    uris: of('uri'),
    organizationalUnits: subject.values('organizationalUnit'),
    extensions: new Map(extensions.all.map(({ oid }) => [oid, textIn(extensions.all, oid)])),
  };
}

/** The value of an extension that is one text. */
function textIn(all: Certificate['extensions']['all'], oid: string): string {
  try {
    return readOne(all, oid, (value) => value.text()) ?? '';
  } catch (error) {
    if (error instanceof X509Error) return '';
    throw error;
  }
}
