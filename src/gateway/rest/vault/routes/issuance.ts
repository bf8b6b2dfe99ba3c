import { problem } from '../../../../platform/problems.js';
import { write } from '../row.js';
import type { VaultAnswer, VaultRequest, VaultRow } from '../row.js';
import type { WeakTable } from '../weak.js';
import { intermediateFields, issueFields, selfIssuedFields, signFields, verbatimFields } from './issuance.fields.js';
import { secondsOf } from './seconds.js';
import { operation } from '../../operation.js';
import type { Operation } from '../../operation.js';

interface IssuedData {
  readonly certificate: string;
  readonly issuingCa: string;
  readonly caChain: readonly string[];
  readonly privateKey: string | null;
  readonly privateKeyType: string | null;
  readonly serialNumber: string;
  /** ISO 8601. */
  readonly expiration: string;
  readonly leaseId: string;
  /** ISO 8601. */
  readonly leaseDuration: string;
  readonly warnings: readonly string[];
}
interface Issued {
  readonly payload: { readonly issued: IssuedData | null };
}
interface Signed {
  readonly payload: { readonly signed: { readonly certificate: string; readonly issuingCa: string } | null };
}

const IssueCertificate = operation<Issued, object>('IssueCertificate');
const SignCertificate = operation<Issued, object>('SignCertificate');
const SignVerbatim = operation<Issued, object>('SignVerbatim');
const SignIntermediate = operation<Issued, object>('SignIntermediate');
const SignSelfIssued = operation<Signed, object>('SignSelfIssued');

function issuedAnswer({ payload: { issued } }: Issued): VaultAnswer {
  if (!issued) throw problem('INTERNAL');
  const { privateKey, privateKeyType } = issued;
  return {
    data: {
      expiration: Math.floor(Date.parse(issued.expiration) / 1000),
      certificate: issued.certificate,
      issuing_ca: issued.issuingCa,
      ca_chain: issued.caChain,
      ...(privateKey !== null && { private_key: privateKey, private_key_type: privateKeyType }),
      serial_number: issued.serialNumber,
    },
    warnings: issued.warnings,
    ...(issued.leaseId !== '' && { lease: { id: issued.leaseId, seconds: secondsOf(issued.leaseDuration) } }),
  };
}

const input = ({ mount, params, fields }: VaultRequest) => ({
  input: { ...fields, mount, issuerRef: params['ref'], role: params['role'] },
});
/** Paths where no role is named. */
const roleless = ({ mount, params, fields }: VaultRequest) => ({
  input: { ...fields, mount, issuerRef: params['ref'] },
});

const issuing = (
  path: string,
  from: Operation<Issued, object>,
  fields: WeakTable,
  variables: (request: VaultRequest) => object = input,
): VaultRow => write({ path, operation: from, fields, variables, answer: issuedAnswer, issues: true });

const selfIssued = (path: string): VaultRow =>
  write({
    path,
    operation: SignSelfIssued,
    fields: selfIssuedFields,
    variables: (request) => ({ input: { ...roleless(request).input, certificate: request.fields.certificate ?? '' } }),
    answer: ({ payload: { signed } }) => {
      if (!signed) throw problem('INTERNAL');
      return { data: { certificate: signed.certificate, issuing_ca: signed.issuingCa } };
    },
    issues: true,
  });

export const issuanceRows: readonly VaultRow[] = [
  issuing('issue/:role', IssueCertificate, issueFields),
  issuing('issuer/:ref/issue/:role', IssueCertificate, issueFields),
  issuing('sign/:role', SignCertificate, signFields),
  issuing('issuer/:ref/sign/:role', SignCertificate, signFields),
  issuing('sign-verbatim/:role?', SignVerbatim, verbatimFields),
  issuing('issuer/:ref/sign-verbatim/:role?', SignVerbatim, verbatimFields),
  issuing('root/sign-intermediate', SignIntermediate, intermediateFields, roleless),
  issuing('issuer/:ref/sign-intermediate', SignIntermediate, intermediateFields, roleless),
  selfIssued('root/sign-self-issued'),
  selfIssued('issuer/:ref/sign-self-issued'),
];
