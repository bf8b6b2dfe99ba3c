import type { CertificateRequest } from '../x509/index.js';
import { quoted, type Broken } from './rules.js';

const control = /\p{Cc}/u;

/**
 * Names that are taken from a signing request without a rule, and that no verifier may be given: what is compared as a host, a mailbox or an address, with
 * control characters in it. One reads a name up to its NUL, another all of it, and so they are two names (CVE-2009-2408). RFC 5280 4.2.1.6 has no such
 * names either. Other parts of a subject, and other names, are text: their types say what may be in them, and they stay as they came.
 */
export function verbatimNameFaults({ subject, extensions }: CertificateRequest): Broken[] {
  const names = (extensions.subjectAltName ?? []).flatMap((name) =>
    name.type === 'dns' || name.type === 'email' || name.type === 'uri' ? [name.value] : [],
  );
  return [...subject.values('commonName'), ...subject.values('emailAddress'), ...names]
    .filter((value) => control.test(value))
    .map((value) => ({
      ...{ field: 'csr', value, rule: 'plain-text' },
      message: `the name ${JSON.stringify(quoted(value))} of the CSR has control characters`,
    }));
}
