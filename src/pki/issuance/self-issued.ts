import type { Audit } from '../../identity/audit/audit.js';
import type { Caller } from '../../identity/caller.js';
import type { Database } from '../../platform/database/database.js';
import { problem } from '../../platform/problems.js';
import { parameter, worded } from '../../platform/wording.js';
import type { Said } from '../../platform/wording.js';
import type { AuthorityIssuer } from '../issuers/authority.js';
import type { MountAccess } from '../access.js';
import { mountPath, pathBelow } from '../mounts/mount-path.js';
import { lintWarnings, outsideConstraints, unreadableConstraints } from '../policy/index.js';
import { refusal } from '../policy/rules.js';
import { checked, refused } from '../refusal.js';
import {
  decodePemBlock,
  isPem,
  extensionOids,
  isAuthority,
  isSelfIssued,
  keyIdentifierOf,
  parseCertificate,
  verifyCertificate,
  X509Error,
  type Certificate,
  type KeySpec,
} from '../x509/index.js';
import { signAs } from './certify.js';
import { certificateAnswer } from './answer-form.js';
import type { IssuanceTarget } from './issuance.js';
import { recordingRefusals } from './refusals.js';

export interface SelfIssuedRequest {
  /** PEM. */
  readonly certificate: string;
  readonly requireMatchingCertificateAlgorithms: boolean;
}

export interface SelfIssuedAnswer {
  readonly certificate: string;
  readonly issuingCa: string;
  readonly warnings: readonly Said[];
}

const recordedAs = 'certificate.sign-self-issued';

/** Extensions that describe the issuer, and that replace those of the certificate. */
const ofIssuer: readonly string[] = [
  extensionOids.authorityKeyIdentifier,
  extensionOids.authorityInfoAccess,
  extensionOids.crlDistributionPoints,
  extensionOids.freshestCrl,
];

/** Vault API, PKI: "Sign self-issued": for the change to a new root. */
export class SelfIssuedSigning {
  constructor(
    private readonly deps: {
      database: Database;
      access: MountAccess;
      audit: Audit;
    },
  ) {}

  /** @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, ISSUER_NOT_FOUND, ISSUER_NOT_USABLE, REQUEST_REFUSED */
  async sign(caller: Caller, target: IssuanceTarget, request: SelfIssuedRequest): Promise<SelfIssuedAnswer> {
    const rest =
      target.issuerRef === undefined ? 'root/sign-self-issued' : `issuer/${target.issuerRef}/sign-self-issued`;
    const path = pathBelow(mountPath(target.mount), rest);
    const asked = { actor: caller, action: recordedAs, path, input: {} };
    return recordingRefusals(this.deps.audit, asked, () => this.#sign(caller, target, rest, request));
  }

  async #sign(
    caller: Caller,
    target: IssuanceTarget,
    rest: string,
    request: SelfIssuedRequest,
  ): Promise<SelfIssuedAnswer> {
    const { access, audit, database } = this.deps;
    const authority = await (target.issuerRef === undefined
      ? access.to(caller, target.mount, rest, 'update', 'sudo')
      : access.to(caller, target.mount, rest, 'update'));
    const issuer = authority.issuerFor(target.issuerRef ?? 'default', 'issuing-certificates');
    const given = selfIssued(request, issuer);
    requireReadable(given);
    requireWithin(given, issuer);
    const kept = given.extensions.all.filter(({ oid }) => !ofIssuer.includes(oid));
    const { checked: certificate, findings } = checked(
      {
        issuer: issuer.certificate.subject,
        subject: given.subject,
        notBefore: given.notBefore,
        notAfter: given.notAfter,
        key: given.publicKey.spec,
        extensions: [...kept, ...issuer.extensionsFor(given.serialNumber).filter(({ oid }) => ofIssuer.includes(oid))],
      },
      'certificate',
    );
    const { serialNumber, publicKey } = given;
    const der = await signAs(issuer, certificate, { serialNumber, publicKey }, { bits: 0, pss: false });
    const signed = { type: 'certificate' as const, id: given.serialNumber, name: given.subject.toString() };
    const details = { mount: authority.mount.path, issuer: issuer.id };
    await audit.record(database.client, caller, recordedAs, signed, details);
    const answer = certificateAnswer(der, issuer, { format: 'pem', removeRootsFromChain: false });
    return { ...answer, warnings: lintWarnings(findings) };
  }
}

/** As OpenBao's texts have them. */
const algorithmNames = { rsa: 'RSA', ec: 'ECDSA', ed25519: 'Ed25519', mldsa: 'ML-DSA' } as const satisfies Record<
  KeySpec['type'],
  string
>;

/** @throws REQUEST_REFUSED */
function selfIssued(
  { certificate, requireMatchingCertificateAlgorithms }: SelfIssuedRequest,
  issuer: AuthorityIssuer,
): Certificate {
  const refuse = (message: Said) => problem('REQUEST_REFUSED', message, ['certificate']);
  if (certificate.trim() === '') throw refuse('missing self-issued certificate');
  const given = readable(certificate, refuse);
  if (!isAuthority(given)) throw refuse('given certificate is not a CA certificate');
  if (!isSelfIssued(given)) throw refuse('given certificate is not self-issued');
  verified(given, refuse);
  const [theirs, ours] = [given.publicKey.spec.type, issuer.certificate.publicKey.spec.type];
  if (requireMatchingCertificateAlgorithms && theirs !== ours) {
    throw refuse(
      worded`signing certificate's public key algorithm (${algorithmNames[ours]}) does not match submitted certificate's (${algorithmNames[theirs]}), and ${parameter('require_matching_certificate_algorithms')} is true`,
    );
  }
  return given;
}

/** @throws REQUEST_REFUSED */
function requireReadable({ extensions }: Certificate): void {
  const broken = refusal(unreadableConstraints('certificate', extensions.nameConstraints));
  if (broken) throw refused(broken.broken);
}

/** RFC 5280 6.1.3 (b, c): a certificate with the name of its issuer is exempt from the constraints, unlike others. @throws REQUEST_REFUSED */
function requireWithin({ subject, extensions }: Certificate, issuer: AuthorityIssuer): void {
  if (subject.equals(issuer.certificate.subject)) return;
  const names = extensions.subjectAltName ?? [];
  const certificate = { subject, names, isAuthority: true };
  const broken = refusal(outsideConstraints('certificate', certificate, issuer.facts.nameConstraints ?? []));
  if (broken) throw refused(broken.broken);
}

function readable(pem: string, refuse: (message: string) => Error): Certificate {
  if (!isPem(pem)) throw refuse('certificate could not be PEM-decoded');
  try {
    return parseCertificate(decodePemBlock(pem, ['CERTIFICATE'], 'certificate'));
  } catch (error) {
    if (error instanceof X509Error) throw refuse(`certificate could not be parsed: ${error.message}`);
    throw error;
  }
}

/**
 * Self-issued is a matter of names (RFC 5280 3.2). A certificate that names another key as its signer, as in root rollover, does not have to be signed with its
 * own key. All others must be. SHA-1 is accepted in neither case.
 */
function verified(given: Certificate, refuse: (message: string) => Error): void {
  const { authorityKeyIdentifier, subjectKeyIdentifier } = given.extensions;
  const signer = authorityKeyIdentifier?.keyIdentifier;
  const own = subjectKeyIdentifier ?? keyIdentifierOf(given.publicKey.bits);
  if (signer !== undefined && !signer.equals(own)) {
    if (given.algorithm.weak) throw refuse(`certificate is signed with ${given.algorithm.name}, which is not accepted`);
    return;
  }
  try {
    verifyCertificate(given, given.publicKey.key);
  } catch (error) {
    if (error instanceof X509Error) throw refuse(`certificate is not signed by its own key: ${error.message}`);
    throw error;
  }
}
