import { asciiString, contextConstructed, contextPrimitive, encode, sequence, Tag } from './der-writer.js';
import type { DerValue } from './der-reader.js';
import { X509Error } from './error.js';
import { extension, type Extension } from './extension.js';
import { ExtensionKind } from './extension-kind.js';
import { cidrOctets, cidrText } from './ip.js';
import { Name } from './name.js';
import { extensionOids } from './oids.js';

/** The names of one side of name constraints (RFC 5280 4.2.1.10). */
export interface ConstrainedNames {
  /** Domains, with every name below them. A leading `.` excludes the domain itself. */
  readonly dns?: readonly string[];
  /** CIDR notation, IPv4 and IPv6. */
  readonly ip?: readonly string[];
  /** Mailboxes, hosts, or domains with a leading `.`. */
  readonly email?: readonly string[];
  /** Hosts, or domains with a leading `.`. */
  readonly uri?: readonly string[];
}

/** The eight kinds: four permitted, four excluded. */
export interface NameConstraints {
  readonly permitted: ConstrainedNames;
  readonly excluded: ConstrainedNames;
}

/** Parsed name constraints. `directory` and `unread` are kinds that are never written here. */
export interface ReadConstrainedNames extends Required<ConstrainedNames> {
  readonly directory: readonly Name[];
  /** Constraints of kinds that are not evaluated here, by tag; also IP ranges whose mask is not a prefix. */
  readonly unread: readonly Buffer[];
}

export interface ReadNameConstraints {
  readonly permitted: ReadConstrainedNames;
  readonly excluded: ReadConstrainedNames;
}

function constraintText(kind: string, tag: number, value: string): Buffer {
  // RFC 5280 4.2.1.10: an empty one stands for every name of its kind.
  if (!/^[\x21-\x7e]*$/.test(value))
    throw new X509Error(
      'invalid_value',
      `name constraint on ${kind}`,
      `${JSON.stringify(value)} is not printable ASCII`,
    );
  return sequence(asciiString(contextPrimitive(tag), value));
}

function encodeSide(side: number, names: ConstrainedNames): Buffer[] {
  const subtrees = [
    ...(names.dns ?? []).map((value) => constraintText('dns', 2, value)),
    ...(names.ip ?? []).map((value) => sequence(encode(contextPrimitive(7), cidrOctets(value)))),
    ...(names.email ?? []).map((value) => constraintText('email', 1, value)),
    ...(names.uri ?? []).map((value) => constraintText('uri', 6, value)),
  ];
  return subtrees.length === 0 ? [] : [encode(contextConstructed(side), ...subtrees)];
}

/** Critical, as RFC 5280 requires. @throws X509Error `invalid_value`, also if nothing is constrained */
export function nameConstraints({ permitted, excluded }: NameConstraints): Extension {
  const sides = [...encodeSide(0, permitted), ...encodeSide(1, excluded)];
  if (sides.length === 0) throw new X509Error('invalid_value', 'name constraints', 'empty');
  return extension(extensionOids.nameConstraints, sequence(...sides), { critical: true });
}

function readSide(list: DerValue | undefined, side: number): ReadConstrainedNames {
  const bases = (list?.items(contextConstructed(side)) ?? []).map((item) => {
    const fields = item.fields();
    const base = fields.next('base');
    // RFC 5280: minimum has its default, zero, and maximum is absent.
    fields.end();
    return base;
  });
  const texts = (tag: number): string[] =>
    bases.filter((base) => base.tag === contextPrimitive(tag)).map((base) => base.ascii(base.tag));
  const ranges = bases
    .filter((base) => base.tag === contextPrimitive(7))
    .map((base) => ({ base, text: readRange(base) }));
  const directories = bases.filter((base) => base.tag === contextConstructed(4));
  const known = [
    contextPrimitive(1),
    contextPrimitive(2),
    contextPrimitive(6),
    contextPrimitive(7),
    contextConstructed(4),
  ];
  return {
    dns: texts(2),
    email: texts(1),
    uri: texts(6),
    ip: ranges.flatMap(({ text }) => text ?? []),
    directory: directories.map((base) => Name.read(base.inner(base.tag))),
    unread: [
      ...bases.filter((base) => !known.includes(base.tag)),
      ...ranges.filter(({ text }) => text === undefined).map(({ base }) => base),
    ].map((base) => base.encoded()),
  };
}

function readRange(base: DerValue): string | undefined {
  const octets = base.octets(base.tag);
  if (octets.length !== 8 && octets.length !== 32) throw base.fail('an IP range of neither 8 nor 32 octets');
  return cidrText(octets);
}

export function readNameConstraints(value: DerValue): ReadNameConstraints {
  const fields = value.fields(Tag.sequence);
  const permitted = fields.optional('permitted', contextConstructed(0));
  const excluded = fields.optional('excluded', contextConstructed(1));
  fields.end();
  return { permitted: readSide(permitted, 0), excluded: readSide(excluded, 1) };
}

export const nameConstraintsKind = new ExtensionKind(extensionOids.nameConstraints, readNameConstraints);
