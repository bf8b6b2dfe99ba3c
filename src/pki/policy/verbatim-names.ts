import type { Certificate } from '../x509/index.js';
import { quoted, type Broken } from './rules.js';

const control = /\p{Cc}/u;

/** What names are copied from: the field of refusals, and what their texts call it. */
export interface CopiedFrom {
  readonly field: string;
  readonly called: string;
}

const csr: CopiedFrom = { field: 'csr', called: 'the CSR' };

/**
 * Names that are copied without a rule must not mislead verifiers: values that are compared as a host, a mailbox or an address must not
 * contain control characters. One verifier reads a name up to its NUL and another reads all of it, so it would be two names (CVE-2009-2408). RFC 5280 4.2.1.6
 * does not allow such names either. Other parts of a subject, and other names, are text: their types define what they may contain, and they are copied
 * unchanged.
 */
export function verbatimNameFaults(
  { subject, extensions }: Pick<Certificate, 'subject' | 'extensions'>,
  from: CopiedFrom = csr,
): Broken[] {
  const names = (extensions.subjectAltName ?? []).flatMap((name) =>
    name.type === 'dns' || name.type === 'email' || name.type === 'uri' ? [name.value] : [],
  );
  return [...subject.values('commonName'), ...subject.values('emailAddress'), ...names]
    .filter((value) => control.test(value))
    .map((value) => ({
      field: from.field,
      value,
      rule: 'plain-text',
      message: `the name ${JSON.stringify(quoted(value))} of ${from.called} has control characters`,
    }));
}
