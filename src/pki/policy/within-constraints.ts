import { ipOctets, ipText, cidrOctets, type GeneralName, type Name, type ReadNameConstraints } from '../x509/index.js';
import { coversHost, hostOfUri, isPlainHost } from './constrained-hosts.js';
import { asciiName } from './host-name.js';
import { isHostLike } from './name-rules.js';
import { isTooMuchToCompare, isTooMuchToConvert } from './work-bounds.js';
import { quoted, type Broken } from './rules.js';

/** Name constraints of an authority above a certificate, and the authority. */
export interface ConstrainedAuthority {
  /** Its subject, for people. */
  readonly subject: string;
  readonly constraints: ReadNameConstraints;
}

/** What is checked against constraints. */
export interface ConstrainedCertificate {
  readonly subject: Name;
  readonly names: readonly GeneralName[];
  /** Whether it is a CA certificate: nobody reads its common name as a host. */
  readonly isAuthority: boolean;
}

type Kind = 'dns' | 'ip' | 'email' | 'uri' | 'directory';
type Holds<T> = (base: T) => boolean;

const lower = (text: string): string => text.toLowerCase();

/** A domain and everything below it; with a leading dot, without the domain itself. The empty one is everything. */
function isInDomain(name: string, base: string): boolean {
  if (base === '' || name === base) return true;
  return (
    name.length > base.length && name.endsWith(base) && (base.startsWith('.') || name.at(-base.length - 1) === '.')
  );
}

const dns =
  (name: string): Holds<string> =>
  (base) =>
    isInDomain(lower(name), lower(base));

/** For an exclusion, the names that a wildcard stands for count too. */
const standsForExcluded =
  (name: string): Holds<string> =>
  (base) =>
    coversHost(lower(name), lower(base));

/** A host, or with a leading dot everything below a domain. The empty one is everything. */
const isHost = (host: string, base: string): boolean =>
  base === '' || (base.startsWith('.') ? host.length > base.length && host.endsWith(base) : host === base);

/** A mailbox, whose local part is case-sensitive; or its host. */
const email =
  (mailbox: string): Holds<string> =>
  (base) => {
    const [at, of] = [mailbox.lastIndexOf('@'), base.lastIndexOf('@')];
    if (of >= 0 && mailbox.slice(0, at) !== base.slice(0, of)) return false;
    const [host, wanted] = [lower(mailbox.slice(at + 1)), lower(base.slice(of + 1))];
    return of < 0 ? isHost(host, wanted) : host === wanted;
  };

const uri =
  (host: string): Holds<string> =>
  (base) =>
    isHost(lower(host), lower(base));

const ip =
  (address: string): Holds<string> =>
  (base) => {
    const [octets, range] = [ipOctets(address), cidrOctets(base)];
    if (octets === undefined || range.length !== octets.length * 2) return false;
    return octets.every((octet, at) => (octet & (range[octets.length + at] ?? 0)) === range[at]);
  };

/** If a range is excluded, an IPv4-mapped IPv6 address (RFC 4291 2.5.5.2) is the IPv4 address too: some clients connect to it. */
const mapped = Buffer.from('00000000000000000000ffff', 'hex');
const ipExcluded = (address: string): Holds<string> => {
  const octets = ipOctets(address);
  const inside =
    octets?.length === 16 && octets.subarray(0, 12).equals(mapped) ? ipText(octets.subarray(12)) : undefined;
  return (base) => ip(address)(base) || (inside !== undefined && ip(inside)(base));
};

/** RFC 5280 7.1, as in certificates: without case, and with one space instead of several. */
const rdnText = (rdn: Name['rdns'][number]): string =>
  rdn
    .map(({ oid, value }) => `${oid}=${value.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()}`)
    .sort()
    .join('\n');

/** A name begins with the RDNs of its subtree. */
const directory =
  (name: Name): Holds<Name> =>
  (base) =>
    base.rdns.length <= name.rdns.length && base.rdns.every((rdn, at) => rdnText(rdn) === rdnText(name.rdns[at] ?? []));

/** A name of a certificate, and how it is compared with the constraints of its kind. */
interface Judged {
  readonly what: string;
  readonly text: string;
  /** The constraints of one side that it matches. */
  readonly matching: (side: ReadNameConstraints['permitted'], excluded: boolean) => readonly string[];
  readonly kind: Kind;
  /** Why it cannot be compared; any constraint of its kind refuses it. */
  readonly incomparable?: string;
}

const kinds: readonly Kind[] = ['dns', 'ip', 'email', 'uri', 'directory'];

const what: Readonly<Record<Kind, string>> = {
  dns: 'DNS name',
  ip: 'IP address',
  email: 'email address',
  uri: 'URI',
  directory: 'directory name',
};

const notAsLookedUp = 'its host is not written as it is looked up';

function judged(kind: Exclude<Kind, 'directory'>, text: string, holds: Holds<string>, inExcluded = holds): Judged {
  return {
    what: what[kind],
    text,
    kind,
    matching: (side, excluded) => side[kind].filter(excluded ? inExcluded : holds),
  };
}

const ofDirectory = (name: Name): Judged => ({
  what: what.directory,
  text: name.toString(),
  kind: 'directory',
  matching: (side) => side.directory.filter(directory(name)).map(String),
});

/** @param reason why it cannot be compared */
const incomparable = (kind: Exclude<Kind, 'directory'>, text: string, reason: string): Judged => ({
  ...judged(kind, text, () => false),
  incomparable: reason,
});

function ofDns(name: string): Judged {
  if (!isPlainHost(name)) return incomparable('dns', name, notAsLookedUp);
  return judged('dns', name, dns(name), standsForExcluded(name));
}

function ofUri(text: string): Judged {
  const host = hostOfUri(text);
  return host === undefined
    ? incomparable('uri', text, 'it has no host, or one that is not written as it is looked up')
    : judged('uri', text, uri(host));
}

function ofEmail(mailbox: string): Judged {
  if (!isPlainHost(mailbox.slice(mailbox.lastIndexOf('@') + 1))) return incomparable('email', mailbox, notAsLookedUp);
  return judged('email', mailbox, email(mailbox));
}

/** SmtpUTF8Mailbox: a mailbox too, and constrained as one (RFC 9598 6). */
const internationalMailbox = '1.3.6.1.5.5.7.8.9';

function ofInternational(mailbox: string): Judged {
  const at = mailbox.lastIndexOf('@');
  const host = asciiName(mailbox.slice(at + 1));
  if (host === undefined) return incomparable('email', mailbox, notAsLookedUp);
  return { ...ofEmail(`${mailbox.slice(0, at)}@${host}`), text: mailbox };
}

/** What {@link namesOf} converts. */
const convertedOf = ({ subject, names }: ConstrainedCertificate): string[] => [
  ...names.flatMap((name) =>
    name.type === 'otherName' && name.oid === internationalMailbox
      ? [name.value.slice(name.value.lastIndexOf('@') + 1)]
      : [],
  ),
  ...subject.values('commonName'),
];

function namesOf({ subject, names, isAuthority }: ConstrainedCertificate): Judged[] {
  const alternatives = names.flatMap((name): Judged[] => {
    switch (name.type) {
      case 'dns':
        return [ofDns(name.value)];
      case 'email':
        return [ofEmail(name.value)];
      case 'ip':
        return [judged('ip', name.value, ip(name.value), ipExcluded(name.value))];
      case 'uri':
        return [ofUri(name.value)];
      case 'directoryName':
        return [ofDirectory(name.name)];
      case 'otherName':
        return name.oid === internationalMailbox ? [ofInternational(name.value)] : [];
      case 'otherNameDer':
        return name.oid === internationalMailbox ? [incomparable('email', '', 'it is no text')] : [];
      default:
        return [];
    }
  });
  // Without a DNS name, clients read the common name as one.
  const hosts = isAuthority || names.some(({ type }) => type === 'dns') ? [] : subject.values('commonName');
  return [
    ...(subject.isEmpty ? [] : [ofDirectory(subject)]),
    ...alternatives,
    ...subject.values('emailAddress').map(ofEmail),
    ...hosts
      .filter((name) => name.includes('.') && isHostLike(name))
      .map((name) => ({ ...ofDns(name), what: 'common name' })),
  ];
}

/** The certificate names that a constraint of an unsupported kind refuses, by the tags of both (RFC 5280 4.2.1.10: rejected). */
const tags: Partial<Record<GeneralName['type'], number>> = {
  otherName: 0xa0,
  otherNameDer: 0xa0,
  registeredId: 0x88,
  ip: 0x87,
};
const tagOf = (name: GeneralName): number | undefined => (name.type === 'unread' ? name.der[0] : tags[name.type]);

/** How many constraints a message contains. */
const mostTold = 20;

/** Whether it would take too long to compare the names with one side of the constraints, each with all of its kind. */
function isTooMuch(names: readonly Judged[], side: ReadNameConstraints['permitted']): boolean {
  return kinds.some((kind) =>
    isTooMuchToCompare(
      names.filter((name) => name.kind === kind).map(({ text }) => text),
      side[kind].map(String),
    ),
  );
}

/**
 * Why a certificate would violate the name constraints of the authorities above it, by RFC 5280 4.2.1.10 and 6.1.3 (b, c): verifiers would reject it. Empty if
 * it does not.
 * @param field the parameter that contains the names
 */
export function outsideConstraints(
  field: string,
  certificate: ConstrainedCertificate,
  authorities: readonly ConstrainedAuthority[],
): Broken[] {
  if (authorities.length === 0) return [];
  const broke = (value: string, message: string): Broken => ({ field, value, rule: 'name-constrained', message });
  if (isTooMuchToConvert(convertedOf(certificate)))
    return [broke('', 'its international names are too much to compare with name constraints')];
  const names = namesOf(certificate);
  return authorities.flatMap(({ subject, constraints: { permitted, excluded } }) => {
    const whose = `the name constraints of ${quoted(subject)}`;
    if (isTooMuch(names, permitted) || isTooMuch(names, excluded))
      return [broke('', `${names.length} names are too much to compare with ${whose}`)];
    const unread = [...permitted.unread, ...excluded.unread].map((der) => der[0]);
    return [
      ...certificate.names
        .filter((name) => unread.includes(tagOf(name)))
        .map((name) =>
          broke(
            '',
            `a name of type ${name.type} is not allowed by ${whose}, which constrain its type in a way that is not supported`,
          ),
        ),
      ...names.flatMap(({ what: kind, text, matching, kind: of, incomparable: reason }): Broken[] => {
        const allowed = permitted[of];
        const [out] = matching(excluded, true);
        const name = `the ${kind} ${JSON.stringify(quoted(text))}`;
        if (out !== undefined) return [broke(text, `${name} is excluded by ${whose}: ${JSON.stringify(out)}`)];
        const inside = allowed.length === 0 || matching(permitted, false).length > 0;
        if (inside && (reason === undefined || allowed.length + excluded[of].length === 0)) return [];
        const list = allowed
          .slice(0, mostTold)
          .map((each) => JSON.stringify(String(each)))
          .concat(allowed.length > mostTold ? [`and ${allowed.length - mostTold} more`] : [])
          .join(', ');
        return [broke(text, `${name} is not permitted by ${whose}: ${reason ?? list}`)];
      }),
    ];
  });
}
