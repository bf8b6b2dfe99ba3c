import type { AuthorityIssuer } from '../issuers/authority.js';
import { encodePem, type KeySpec } from '../x509/index.js';
import type { MadeKey } from '../keys/made-key.js';

/** The format of a response (Vault API, PKI: `format`). */
export interface AnswerForm {
  /** `pem`, `der` or `pem_bundle`. */
  readonly format: string;
  readonly removeRootsFromChain: boolean;
  /** Whether the chain begins with the certificate: that of an authority does. */
  readonly beginsChain?: boolean;
  /** `der` and its alias `pem`: the traditional encoding; `pkcs8`. */
  readonly privateKeyFormat?: string;
}

export interface CertificateAnswer {
  readonly certificate: string;
  readonly issuingCa: string;
  readonly caChain: readonly string[];
}

export interface KeyAnswer {
  readonly privateKey: string;
  readonly privateKeyType: KeySpec['type'];
}

const base64 = (der: Uint8Array): string => Buffer.from(der).toString('base64');

/** PEM in the form that Vault's clients get: without a line break at the end. */
const pem = (label: string, der: Uint8Array): string => encodePem(label, der).trimEnd();

/** The certificate and those above it, in the requested format. A bundle includes `key`. */
export function certificateAnswer(
  der: Buffer,
  issuer: AuthorityIssuer,
  { format, removeRootsFromChain, beginsChain = false }: AnswerForm,
  key?: MadeKey,
): CertificateAnswer {
  const chain = removeRootsFromChain ? issuer.chain.filter(({ isRoot }) => !isRoot) : issuer.chain;
  if (format === 'der') {
    return {
      certificate: base64(der),
      issuingCa: base64(issuer.certificate.der),
      caChain: [...(beginsChain ? [base64(der)] : []), ...chain.map(({ certificate }) => base64(certificate.der))],
    };
  }
  const certificate = pem('CERTIFICATE', der);
  const issuingCa = issuer.pem.trimEnd();
  const above = removeRootsFromChain ? issuer.chainPemWithoutRoots : issuer.chainPem;
  const caChain = [...(beginsChain ? [certificate] : []), ...above.map((each) => each.trimEnd())];
  if (format !== 'pem_bundle') return { certificate, issuingCa, caChain };
  const bundle = [...(key ? [traditionalPem(key)] : []), certificate, ...(issuer.isGeneratedRoot ? [] : [issuingCa])];
  return { certificate: bundle.join('\n'), issuingCa, caChain };
}

/** The private key, which is written nowhere else. */
export function keyAnswer(key: MadeKey, { format, privateKeyFormat }: AnswerForm): KeyAnswer {
  return { privateKey: privateKeyText(key, format, privateKeyFormat), privateKeyType: key.publicKey.spec.type };
}

function privateKeyText(key: MadeKey, format: string, privateKeyFormat: string | undefined): string {
  if (privateKeyFormat === 'pkcs8') return pem('PRIVATE KEY', key.pkcs8());
  return format === 'der' ? base64(key.traditional) : traditionalPem(key);
}

const labels: Readonly<Record<KeySpec['type'], string>> = {
  rsa: 'RSA PRIVATE KEY',
  ec: 'EC PRIVATE KEY',
  ed25519: 'PRIVATE KEY',
  mldsa: 'PRIVATE KEY',
};

const traditionalPem = ({ publicKey, traditional }: MadeKey): string => pem(labels[publicKey.spec.type], traditional);
