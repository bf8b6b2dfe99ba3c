import {
  intermediateFields,
  issueFields,
  selfIssuedFields,
  signFields,
  verbatimFields,
} from '../../../../pki/policy/parameters/index.js';
import { AsWritten, unwritten } from '../../../../platform/graphql/as-written.js';
import { made } from '../../found.js';
import { write } from '../route.js';
import type { VaultAnswer, VaultRequest, VaultRoute } from '../route.js';
import { weak } from '../weak.js';
import { weakParameters } from '../weak-parameters.js';
import { secondsOf } from '../../seconds.js';
import {
  IssueCertificate,
  SignCertificate,
  SignIntermediate,
  SignSelfIssued,
  SignVerbatim,
} from '../generated/operations.js';
import type { IssuedFieldsFragment } from '../generated/operations.js';

interface Issued {
  readonly payload: {
    readonly issuedCertificate: IssuedFieldsFragment | null;
    readonly warnings: readonly string[];
  };
}
/** What a request says of the form of its answer. */
type OfForm = Pick<VaultRequest, 'dialect'> & { readonly fields: object };

/** OpenBao's bundles hold the whole chain; the specification's end with the issuer, and without one that is a root made here. */
function certificateOf({ certificate, caChain }: IssuedFieldsFragment, { dialect, fields }: OfForm): string {
  const format = 'format' in fields ? unwritten(fields.format) : undefined;
  if (dialect !== 'vault' || format !== 'pem_bundle') return certificate;
  const [own = ''] = /^-----BEGIN CERTIFICATE-----[^]*?-----END CERTIFICATE-----/m.exec(certificate) ?? [];
  const key = certificate.slice(0, certificate.indexOf(own));
  return key + [own, ...caChain.filter((each) => each !== own)].join('\n');
}

/** The specification's callers get what it lists. */
export function issuedAnswer({ payload }: Issued, form: OfForm): VaultAnswer {
  const issued = made(payload.issuedCertificate);
  const { privateKey, privateKeyType } = issued;
  return {
    data: {
      ...(form.dialect === 'vault' && { not_before: Math.floor(Date.parse(issued.notBefore) / 1000) }),
      expiration: Math.floor(Date.parse(issued.notAfter) / 1000),
      certificate: certificateOf(issued, form),
      issuing_ca: issued.issuingCa,
      // OpenBao leaves out an empty chain.
      ...((form.dialect === 'service' || issued.caChain.length > 0) && { ca_chain: issued.caChain }),
      ...(privateKey !== null && { private_key: privateKey, private_key_type: privateKeyType?.toLowerCase() }),
      serial_number: issued.serialNumber,
    },
    warnings: payload.warnings,
    ...(issued.leaseId !== '' && { lease: { id: issued.leaseId, seconds: secondsOf(issued.leaseDuration) } }),
  };
}

/** For a path that names an issuer; not all do. */
interface OfIssuer {
  readonly ref?: string;
}

interface OfRole {
  readonly role: string;
}

const roleless = <Fields extends object>({ mount, params, fields }: VaultRequest<Fields, OfIssuer>) => ({
  input: { ...fields, mount, issuerRef: params.ref },
});
const input = <Fields extends object>(request: VaultRequest<Fields, OfIssuer & OfRole>) => ({
  input: { ...roleless(request).input, role: request.params.role },
});

/** An optional role. */
const perhapsNamed = <Fields extends object>({
  mount,
  params,
  fields,
}: VaultRequest<Fields, OfIssuer & Partial<OfRole>>) => ({
  input: { ...fields, mount, issuerRef: params.ref, role: params.role },
});

/** Known wherever a certificate is requested, and without meaning where no key is made. */
const unused = { private_key_format: weak.text } as const;

const sent = {
  issue: weakParameters(issueFields),
  sign: { ...weakParameters(signFields), ...unused },
  verbatim: { ...weakParameters(verbatimFields), ...unused },
  intermediate: { ...weakParameters(intermediateFields), ...unused },
  selfIssued: weakParameters(selfIssuedFields),
};

const keyless = <Fields extends { readonly privateKeyFormat?: string }, Params extends object>({
  fields: { privateKeyFormat: _unused, ...fields },
  ...request
}: VaultRequest<Fields, Params>) => ({ ...request, fields });

const answered = { answer: issuedAnswer, issues: true };

const issuing = (path: 'issue/:role' | 'issuer/:ref/issue/:role'): VaultRoute =>
  write({ path, operation: IssueCertificate, fields: sent.issue, variables: input, ...answered });

const signing = (path: 'sign/:role' | 'issuer/:ref/sign/:role'): VaultRoute =>
  write({
    path,
    operation: SignCertificate,
    fields: sent.sign,
    variables: (request) => input(keyless(request)),
    ...answered,
  });

const verbatim = (path: 'sign-verbatim/:role?' | 'issuer/:ref/sign-verbatim/:role?'): VaultRoute =>
  write({
    path,
    operation: SignVerbatim,
    fields: sent.verbatim,
    variables: (request) => perhapsNamed(keyless(request)),
    ...answered,
  });

const intermediate = (path: 'root/sign-intermediate' | 'issuer/:ref/sign-intermediate'): VaultRoute =>
  write({
    path,
    operation: SignIntermediate,
    fields: sent.intermediate,
    variables: (request) => ({
      input: { ...roleless(keyless(request)).input, withoutCommonName: request.dialect === 'vault' },
    }),
    ...answered,
  });

const selfIssued = (path: 'root/sign-self-issued' | 'issuer/:ref/sign-self-issued'): VaultRoute =>
  write({
    path,
    operation: SignSelfIssued,
    fields: sent.selfIssued,
    variables: (request) => ({
      input: { ...roleless(request).input, certificate: request.fields.certificate ?? new AsWritten('') },
    }),
    answer: ({ payload }) => {
      const { certificate, issuingCa } = made(payload.crossSignedRoot);
      return { data: { certificate, issuing_ca: issuingCa }, warnings: payload.warnings };
    },
    issues: true,
  });

export const issuanceRoutes: readonly VaultRoute[] = [
  issuing('issue/:role'),
  issuing('issuer/:ref/issue/:role'),
  signing('sign/:role'),
  signing('issuer/:ref/sign/:role'),
  verbatim('sign-verbatim/:role?'),
  verbatim('issuer/:ref/sign-verbatim/:role?'),
  intermediate('root/sign-intermediate'),
  intermediate('issuer/:ref/sign-intermediate'),
  selfIssued('root/sign-self-issued'),
  selfIssued('issuer/:ref/sign-self-issued'),
];
