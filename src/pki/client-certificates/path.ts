import { hash } from 'node:crypto';
import { outsideConstraints } from '../policy/within-constraints.js';
import { extKeyUsageOids, extensionOids, verifyCertificate, X509Error } from '../x509/index.js';
import type { Certificate } from '../x509/index.js';

/** Signatures that are verified for one request: certificates with one name could otherwise make it try them all. */
const mostSignatures = 100;
/** Certificates from the client's own to the trusted one. */
const longestPath = 12;

const digestOf = ({ der }: Certificate): string => hash('sha256', der, 'hex');

/** What is understood (RFC 5280 4.2): another critical extension refuses the certificate. */
const understood: ReadonlySet<string> = new Set([
  extensionOids.basicConstraints,
  extensionOids.keyUsage,
  extensionOids.extKeyUsage,
  extensionOids.subjectAltName,
  extensionOids.nameConstraints,
  extensionOids.certificatePolicies,
]);

/** Finds paths from one presented certificate to trusted ones (RFC 5280 6.1, without policies), with the presented ones in between. */
export class Paths {
  readonly #leaf: Certificate;
  readonly #between: readonly Certificate[];
  readonly #verified = new Map<string, boolean>();
  #left = mostSignatures;

  constructor(
    presented: readonly [Certificate, ...Certificate[]],
    private readonly now: Date,
  ) {
    const [leaf, ...between] = presented;
    this.#leaf = leaf;
    this.#between = between;
  }

  /** Whether the leaf itself may be used now, whoever vouches for it. */
  isLeafUsable(): boolean {
    return this.#isUsable(this.#leaf);
  }

  /** Whether a path to one of these allows the leaf to prove a client. */
  leadsTo(anchors: readonly Certificate[]): boolean {
    return this.#isUsable(this.#leaf) && this.#follow([this.#leaf], anchors);
  }

  /** Depth first. The last of the path vouches for all before it. */
  #follow(path: readonly Certificate[], anchors: readonly Certificate[]): boolean {
    const last = path.at(-1);
    if (!last || path.length > longestPath) return false;
    if (anchors.some(({ der }) => der.equals(last.der))) return true;
    return [...anchors, ...this.#between].some((parent) => {
      if (!parent.subject.equals(last.issuer) || path.some(({ der }) => der.equals(parent.der))) return false;
      return (
        this.#isUsable(parent) &&
        mayVouch(parent, path) &&
        this.#isSignedBy(last, parent) &&
        this.#follow([...path, parent], anchors)
      );
    });
  }

  #isUsable(certificate: Certificate): boolean {
    const { notBefore, notAfter, extensions } = certificate;
    return (
      notBefore <= this.now &&
      this.now <= notAfter &&
      extensions.all.every(({ critical, oid }) => !critical || understood.has(oid)) &&
      provesClients(certificate)
    );
  }

  #isSignedBy(certificate: Certificate, parent: Certificate): boolean {
    const wanted = certificate.extensions.authorityKeyIdentifier?.keyIdentifier;
    const own = parent.extensions.subjectKeyIdentifier;
    if (wanted !== undefined && own !== undefined && !wanted.equals(own)) return false;
    const key = `${digestOf(certificate)} ${digestOf(parent)}`;
    const known = this.#verified.get(key);
    if (known !== undefined) return known;
    if (this.#left <= 0) return false;
    this.#left -= 1;
    const is = verifies(certificate, parent);
    this.#verified.set(key, is);
    return is;
  }
}

/** The usages of an authority apply to what it signs. Without the extension there are no limits. */
export function provesClients({ extensions: { extKeyUsage } }: Certificate): boolean {
  return (
    extKeyUsage === undefined ||
    extKeyUsage.includes(extKeyUsageOids.clientAuth) ||
    extKeyUsage.includes(extKeyUsageOids.any)
  );
}

/** Whether an authority may vouch for a path below it, its signature aside. */
function mayVouch(parent: Certificate, below: readonly Certificate[]): boolean {
  const { basicConstraints, keyUsage, nameConstraints } = parent.extensions;
  if (basicConstraints?.ca !== true || (keyUsage && !keyUsage.includes('keyCertSign'))) return false;
  if (basicConstraints.pathLength !== undefined && below.length - 1 > basicConstraints.pathLength) return false;
  if (!nameConstraints) return true;
  const constrained = [{ subject: '', constraints: nameConstraints }];
  return below.every(({ subject, extensions }, at) => {
    const names = extensions.subjectAltName ?? [];
    return outsideConstraints('', { subject, names, isAuthority: at > 0 }, constrained).length === 0;
  });
}

function verifies(certificate: Certificate, parent: Certificate): boolean {
  try {
    verifyCertificate(certificate, parent.publicKey.key);
    return true;
  } catch (error) {
    if (error instanceof X509Error) return false;
    throw error;
  }
}
