import type { CertificateRequest, KeySpec, NamedAlgorithm } from '../x509/index.js';

const keyAlgorithms: Readonly<Record<KeySpec['type'], string>> = {
  rsa: 'RSA',
  ec: 'ECDSA',
  ed25519: 'Ed25519',
  mldsa: 'ML-DSA',
};

/** As Go's `x509.SignatureAlgorithm` names it. */
function algorithmName({ accepted, name }: NamedAlgorithm): string {
  if (accepted?.hash === undefined) return name;
  const hash = accepted.hash.toUpperCase();
  const { scheme } = accepted;
  return scheme === 'ecdsa' ? `ECDSA-${hash}` : `${hash}-RSA${scheme === 'rsa-pss' ? 'PSS' : ''}`;
}

/** What programs see of a signing request: the names are those of Go's `x509.CertificateRequest`, as in OpenBao. PublicKeyBits is ours: 0 for Ed25519. */
export function parsedCsr({ subject, extensions, publicKey, ...request }: CertificateRequest) {
  const names = extensions.subjectAltName ?? [];
  const valuesOf = (kind: 'dns' | 'email' | 'ip' | 'uri') =>
    names.flatMap((name) => (name.type === kind ? [name.value] : []));
  const { spec } = publicKey;
  return {
    Raw: request.der,
    RawTBSCertificateRequest: request.tbs,
    RawSubjectPublicKeyInfo: publicKey.der,
    RawSubject: subject.der,
    Version: 0,
    Signature: request.signature,
    SignatureAlgorithm: algorithmName(request.algorithm),
    PublicKeyAlgorithm: keyAlgorithms[spec.type],
    PublicKeyBits: spec.type === 'ed25519' ? 0 : spec.bits,
    Subject: {
      CommonName: subject.commonName ?? '',
      SerialNumber: subject.values('serialNumber').at(-1) ?? '',
      Country: subject.values('country'),
      Organization: subject.values('organization'),
      OrganizationalUnit: subject.values('organizationalUnit'),
      Locality: subject.values('locality'),
      Province: subject.values('province'),
      StreetAddress: subject.values('streetAddress'),
      PostalCode: subject.values('postalCode'),
      ExtraNames: [],
    },
    Extensions: Object.fromEntries(extensions.all.map(({ oid, value }) => [oid, value])),
    DNSNames: valuesOf('dns'),
    EmailAddresses: valuesOf('email'),
    IPAddresses: valuesOf('ip'),
    URIs: valuesOf('uri'),
  };
}
