import { extensionOids, findExtension, parseRequest, verifyRequestAsync, X509Error } from '../x509/index.js';
import type { CertificateRequest } from '../x509/index.js';
import type { AccountKey } from './account-key.js';
import { AcmeProblem } from './acme-problem.js';
import type { Identifier } from './acme-problem.js';
import { identifierOfName, keyOfIdentifier } from './identifiers.js';

const badCsr = (why: string, options?: ErrorOptions) => new AcmeProblem('badCSR', why, {}, options);

/**
 * The signing request of a finalization, if it asks for exactly the names that were ordered (RFC 8555 §7.4). Whatever other extensions it
 * has are left out, as in OpenBao: only the role says what a certificate gets.
 * @param text base64url of DER
 * @throws AcmeProblem `badCSR`
 */
export async function readOrderedRequest(
  text: unknown,
  ordered: readonly Identifier[],
  account: AccountKey,
): Promise<CertificateRequest> {
  if (typeof text !== 'string' || !/^[\w-]+$/.test(text)) throw badCsr('csr is not a signing request in base64url');
  const csr = await parsedRequest(Buffer.from(text, 'base64url'));
  const asked = askedBy(csr);
  const wanted = new Set(ordered.map(keyOfIdentifier));
  const had = new Set(asked.map(keyOfIdentifier));
  const more = [...had].filter((key) => !wanted.has(key));
  if (more.length > 0) throw badCsr(`the signing request has names that were not ordered: ${shown(more)}`);
  const fewer = [...wanted].filter((key) => !had.has(key));
  if (fewer.length > 0) throw badCsr(`the signing request lacks names that were ordered: ${shown(fewer)}`);
  requireNothingElse(csr);
  // RFC 8555 §11.1: who can use the account need not be who has the key of the server.
  if (isKeyOf(csr, account)) throw badCsr('the key of the account cannot be that of a certificate');
  return csr;
}

async function parsedRequest(der: Buffer): Promise<CertificateRequest> {
  try {
    const csr = parseRequest(der);
    await verifyRequestAsync(csr);
    return csr;
  } catch (error) {
    if (error instanceof X509Error)
      throw badCsr(`the signing request cannot be used: ${error.message}`, { cause: error });
    throw error;
  }
}

/** Every name, also the common name, which may only repeat one. */
function askedBy({ subject, extensions }: CertificateRequest): readonly Identifier[] {
  const names = (extensions.subjectAltName ?? []).map((name) => {
    const identifier = identifierOfName(name);
    if (!identifier) throw badCsr(`the signing request has a name of a kind that is not certified here: ${name.type}`);
    return identifier;
  });
  const { commonName } = subject;
  if (commonName === undefined || commonName === '') return names;
  const common = [
    identifierOfName({ type: 'ip', value: commonName }),
    identifierOfName({ type: 'dns', value: commonName }),
  ];
  const same = common.find((each) => each && names.some((name) => keyOfIdentifier(name) === keyOfIdentifier(each)));
  // RFC 8555 §7.4: a name may be in the subject alone.
  return same ? names : [...names, { type: 'dns', value: commonName.toLowerCase() }];
}

function requireNothingElse({ subject, extensions }: CertificateRequest): void {
  const isAuthority = extensions.basicConstraints?.ca === true;
  const signs = extensions.keyUsage?.some((usage) => usage === 'keyCertSign' || usage === 'crlSign') === true;
  if (isAuthority || signs) throw badCsr('the signing request is for a certificate authority');
  if (subject.values('serialNumber').length > 0 || subject.values('userId').length > 0)
    throw badCsr('the subject of the signing request may only have a common name');
  if (findExtension(extensions, extensionOids.subjectAltName) === undefined && !subject.commonName)
    throw badCsr('the signing request has no names');
}

function isKeyOf({ publicKey }: CertificateRequest, account: AccountKey): boolean {
  const jwk = publicKey.key.export({ format: 'jwk' });
  const { jwk: own } = account;
  return jwk.kty === own.kty && jwk.x === own.x && jwk.y === own.y && jwk.n === own.n && jwk.e === own.e;
}

const shown = (keys: readonly string[]): string =>
  keys
    .slice(0, 5)
    .map((key) => key.replace(/^(?:dns|ip):/, ''))
    .join(', ');
