import {
  decodePemBlock,
  isPem,
  parseRequest,
  verifyRequestAsync,
  X509Error,
  type CertificateRequest,
} from '../x509/index.js';
import type { Broken } from './rules.js';

type CsrOutcome =
  | { readonly csr: CertificateRequest; readonly broken?: never }
  | { readonly broken: readonly [Broken]; readonly csr?: never };

/** A signing request from PEM, whose signature by its own key is verified. */
export async function readCsr(pem: string): Promise<CsrOutcome> {
  const refused = (rule: Broken['rule'], message: string): CsrOutcome => ({
    broken: [{ field: 'csr', value: pem.slice(0, 100), rule, message }],
  });
  if (pem.trim() === '') return refused('required-field', '"csr" is empty');
  if (!isPem(pem)) return refused('csr-form', 'csr contains no data');
  try {
    const csr = parseRequest(decodePemBlock(pem, ['CERTIFICATE REQUEST', 'NEW CERTIFICATE REQUEST'], 'csr'));
    await verifyRequestAsync(csr);
    return { csr };
  } catch (error) {
    if (!(error instanceof X509Error)) throw error;
    const message = `certificate request could not be parsed: ${error.message}`;
    return error.fault === 'bad_signature' || error.fault === 'weak'
      ? refused('csr-signature', `request signature invalid: ${error.message}`)
      : refused('csr-form', message);
  }
}
