import { algorithmFor, mldsaBits, X509Error } from '../x509/index.js';
import type { Hash, KeySpec, NamedAlgorithm, SigningOptions } from '../x509/index.js';
import type { Said } from '../../platform/wording.js';

/** `revocation_signature_algorithm` of an issuer, with Go's names of algorithms, which Vault's clients send, and the type of key that each requires. */
const algorithms: Readonly<
  Record<string, { readonly type: KeySpec['type']; readonly options: SigningOptions; readonly bits?: number }>
> = {
  sha256withrsa: rsa('sha256'),
  sha384withrsa: rsa('sha384'),
  sha512withrsa: rsa('sha512'),
  sha256withrsapss: rsa('sha256', true),
  sha384withrsapss: rsa('sha384', true),
  sha512withrsapss: rsa('sha512', true),
  ecdsawithsha256: { type: 'ec', options: { curveHash: 'sha256' } },
  ecdsawithsha384: { type: 'ec', options: { curveHash: 'sha384' } },
  ecdsawithsha512: { type: 'ec', options: { curveHash: 'sha512' } },
  pureed25519: { type: 'ed25519', options: {} },
  ed25519: { type: 'ed25519', options: {} },
  ...Object.fromEntries(mldsaBits.map((bits) => [`mldsa${bits}`, { type: 'mldsa', options: {}, bits } as const])),
};

function rsa(hash: Hash, pss = false) {
  return { type: 'rsa', options: { hash, pss } } as const;
}

const known = (name: string) =>
  algorithms[
    name
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')
      .replace(/^sha(\d+)rsapss$/, 'sha$1withrsapss')
      .replace(/^sha(\d+)rsa$/, 'sha$1withrsa')
  ];

/** How an issuer signs CRLs and OCSP responses; undefined for an unknown name. An empty name chooses what suits the key. */
export function revocationSigning(name: string): SigningOptions | undefined {
  return name === '' ? {} : known(name)?.options;
}

/** What is wrong with an algorithm for a key; undefined if nothing is. */
export function revocationSigningFault(name: string, key: KeySpec): Said | undefined {
  if (name === '') return undefined;
  const algorithm = known(name);
  if (!algorithm) return `unknown signature algorithm: ${name}`;
  const refused = {
    inVault: `unable to use ${name} with a key of type ${key.type}`,
    inGraphql: `${name} cannot be used with a key of type ${key.type}`,
  };
  if (algorithm.type !== key.type) return refused;
  if (algorithm.bits !== undefined && 'bits' in key && algorithm.bits !== key.bits) return refused;
  try {
    algorithmFor(key, algorithm.options);
    return undefined;
  } catch (error) {
    if (error instanceof X509Error) return refused;
    throw error;
  }
}

/** The spelling of `revocationSignatureAlgorithm` of issuers; for other algorithms their usual name, or their object identifier. */
export function signatureName({ accepted, name }: NamedAlgorithm): string {
  if (!accepted?.hash) return name;
  const hash = accepted.hash.toUpperCase();
  const { scheme } = accepted;
  return scheme === 'ecdsa' ? `ECDSAWith${hash}` : `${hash}WithRSA${scheme === 'rsa-pss' ? 'PSS' : ''}`;
}
