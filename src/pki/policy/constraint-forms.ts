import { cidrOctets, X509Error, type ReadNameConstraints } from '../x509/index.js';
import { isHostName, isLocalPart, isReadable, longestName } from './host-name.js';
import { quoted, type Broken } from './rules.js';

/*
 * What a name constraint looks like (RFC 5280 4.2.1.10). Go and Java refuse a whole certificate for one constraint that they cannot read, and with it all that
 * it signed.
 */

const isRange = (text: string): boolean => {
  try {
    cidrOctets(text);
    return true;
  } catch (error) {
    if (error instanceof X509Error) return false;
    throw error;
  }
};

const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/i;
const isBareDomain = (text: string): boolean =>
  text.length <= longestName && text.split('.').every((each) => label.test(each));
const withoutDot = (text: string): string => (text.startsWith('.') ? text.slice(1) : text);

/** A domain in ASCII as in certificates, optionally with a leading dot. */
const isDomain = (text: string): boolean => isBareDomain(withoutDot(text));

/** A leading dot is only for a domain: `a@.example.com` is neither a mailbox nor a domain. */
function isMailbox(text: string): boolean {
  const at = text.lastIndexOf('@');
  return at < 0 ? isDomain(text) : isLocalPart(text.slice(0, at)) && isBareDomain(text.slice(at + 1));
}

/** Never an address: the URI of an address is in no subtree. */
const isHost = (text: string): boolean => isHostName(withoutDot(text));

export const constraintForms = {
  dns: { what: 'a domain', holds: isDomain },
  ip: { what: 'a range in CIDR notation', holds: isRange },
  email: { what: 'a mailbox, host or domain', holds: isMailbox },
  uri: { what: 'a host or domain', holds: isHost },
} as const;

export type ConstraintKind = keyof typeof constraintForms;

export const isConstraint = (kind: ConstraintKind, text: string): boolean =>
  isReadable(text) && constraintForms[kind].holds(text);

/** `[7]`, of an IP address in a general name. */
const ipTag = 0x87;

const kinds = ['dns', 'email', 'uri'] as const;

/** A broken rule for each constraint of a document (a signing request, a certificate) that clients cannot read. The empty one is every name of its kind. */
export function unreadableConstraints(field: string, constraints: ReadNameConstraints | undefined): Broken[] {
  if (constraints === undefined) return [];
  const broke = (value: string, what: string): Broken => {
    const message = `the name constraint ${JSON.stringify(quoted(value))} is not ${what}`;
    return { field, value, rule: 'name-constraint', message };
  };
  const sides = [constraints.permitted, constraints.excluded];
  const faults = sides.flatMap((side) => [
    ...kinds.flatMap((kind) =>
      side[kind]
        .filter((text) => text !== '' && !isConstraint(kind, text))
        .map((text) => broke(text, constraintForms[kind].what)),
    ),
    // A mask that is no prefix.
    ...side.unread
      .filter((der) => der[0] === ipTag)
      .map((der) => broke(der.subarray(2).toString('hex'), constraintForms.ip.what)),
  ]);
  const none = sides.every(
    ({ dns, ip, email, uri, directory, unread }) =>
      dns.length + ip.length + email.length + uri.length + directory.length + unread.length === 0,
  );
  const empty: Broken = { field, value: '', rule: 'name-constraint', message: 'the name constraints are empty' };
  return none ? [empty] : faults;
}
