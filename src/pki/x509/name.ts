import { asciiString, oid, sequence, setOf, Tag, utf8String } from './der-writer.js';
import { readDer, type DerValue } from './der-reader.js';
import { X509Error } from './error.js';
import { attributeOids } from './oids.js';

export type AttributeType = keyof typeof attributeOids;

/** One attribute of a distinguished name. */
export interface Attribute {
  /** Dotted object identifier. */
  readonly oid: string;
  readonly value: string;
}

const printable = /^[A-Za-z0-9 '()+,\-./:=?]*$/;

/** Attribute types whose syntax is not DirectoryString (RFC 5280 appendix A.1; RFC 4519 for domain components). */
const syntaxes: Readonly<Record<string, 'printable' | 'ia5'>> = {
  [attributeOids.country]: 'printable',
  [attributeOids.serialNumber]: 'printable',
  [attributeOids.dnQualifier]: 'printable',
  [attributeOids.emailAddress]: 'ia5',
  [attributeOids.domainComponent]: 'ia5',
};

// oxlint-disable-next-line no-control-regex -- IA5 is exactly the octets 0 to 127
const ascii = /^[\x00-\x7f]*$/;

/** RFC 5280 4.1.2.4: PrintableString if the alphabet allows it, else UTF8String; some attribute types have a fixed string type. */
function encodeValue({ oid: type, value }: Attribute): Buffer {
  if (value.length === 0) throw new X509Error('invalid_value', 'name', `attribute ${type} is empty`);
  const syntax = syntaxes[type];
  if (syntax !== 'ia5' && printable.test(value)) return asciiString(Tag.printableString, value);
  if (/\p{Surrogate}/u.test(value))
    throw new X509Error('invalid_value', 'name', `attribute ${type} is not Unicode text`);
  if (syntax === 'ia5') {
    if (!ascii.test(value)) throw new X509Error('invalid_value', 'name', `attribute ${type} takes ASCII only`);
    return asciiString(Tag.ia5String, value);
  }
  if (syntax === 'printable')
    throw new X509Error('invalid_value', 'name', `attribute ${type} takes PrintableString characters only`);
  return utf8String(value);
}

const encodeAttribute = (attribute: Attribute): Buffer => sequence(oid(attribute.oid), encodeValue(attribute));

/** Short names of RFC 4514, for people. */
const shortNames: Readonly<Record<string, string>> = {
  [attributeOids.commonName]: 'CN',
  [attributeOids.locality]: 'L',
  [attributeOids.province]: 'ST',
  [attributeOids.organization]: 'O',
  [attributeOids.organizationalUnit]: 'OU',
  [attributeOids.country]: 'C',
  [attributeOids.streetAddress]: 'STREET',
  [attributeOids.domainComponent]: 'DC',
  [attributeOids.userId]: 'UID',
  [attributeOids.serialNumber]: 'SERIALNUMBER',
  [attributeOids.postalCode]: 'postalCode',
  [attributeOids.emailAddress]: 'emailAddress',
};

const escapeValue = (value: string): string =>
  value
    .replace(/[",+;<>\\]/g, '\\$&')
    // oxlint-disable-next-line no-control-regex -- RFC 4514 2.4 escapes NUL; the other controls are made visible too
    .replace(/[\x00-\x1f\x7f]/g, (c) => `\\${c.charCodeAt(0).toString(16).padStart(2, '0')}`)
    .replace(/^[ #]/, '\\$&')
    .replace(/ $/, '\\ ');

/** The parts of a subject, in the order in which they are written. Each value of a list becomes an RDN of its own. */
export interface NameParts {
  readonly country?: readonly string[];
  readonly organization?: readonly string[];
  readonly organizationalUnit?: readonly string[];
  readonly locality?: readonly string[];
  readonly province?: readonly string[];
  readonly streetAddress?: readonly string[];
  readonly postalCode?: readonly string[];
  readonly commonName?: string;
  readonly serialNumber?: string | readonly string[];
  readonly userId?: readonly string[];
}

const partOrder = [
  'country',
  'organization',
  'organizationalUnit',
  'locality',
  'province',
  'streetAddress',
  'postalCode',
  'commonName',
  'serialNumber',
  'userId',
] as const satisfies readonly (keyof NameParts)[];

/** A distinguished name with its bytes. A parsed name keeps the bytes that it came in, because chains are built by comparing them. */
export class Name {
  private constructor(
    readonly rdns: readonly (readonly Attribute[])[],
    readonly der: Buffer,
  ) {}

  static readonly empty = new Name([], sequence());

  /** @throws X509Error `invalid_value` for a value that the type of its attribute cannot express */
  static ofRdns(rdns: readonly (readonly Attribute[])[]): Name {
    if (rdns.some((rdn) => rdn.length === 0)) throw new X509Error('invalid_value', 'name', 'an RDN without attributes');
    return new Name(rdns, sequence(...rdns.map((rdn) => setOf(...rdn.map(encodeAttribute)))));
  }

  /** The order is country, organization and so on down to the common name, then serial number and user ids. */
  static of(parts: NameParts): Name {
    const rdns: Attribute[][] = [];
    for (const part of partOrder) {
      const given = parts[part];
      if (given === undefined) continue;
      const values = typeof given === 'string' ? [given] : given;
      for (const value of values) rdns.push([{ oid: attributeOids[part], value }]);
    }
    return Name.ofRdns(rdns);
  }

  /** @throws X509Error `malformed` */
  static read(value: DerValue): Name {
    const rdns = value.items(Tag.sequence, { empty: true }).map((rdn) =>
      rdn.items(Tag.set).map((attribute) => {
        const fields = attribute.fields();
        const type = fields.next('attribute type').oid();
        const text = readAttributeValue(fields.next(`attribute ${type}`));
        fields.end();
        return { oid: type, value: text };
      }),
    );
    return new Name(rdns, value.encoded());
  }

  /** The same name with one more RDN for each attribute. Existing RDNs keep the bytes that they came in. @throws X509Error `invalid_value` */
  with(attributes: readonly Attribute[]): Name {
    const before = readDer(this.der, 'name', { maxBytes: this.der.length }).items(Tag.sequence, { empty: true });
    return new Name(
      [...this.rdns, ...attributes.map((attribute) => [attribute])],
      sequence(
        ...before.map((rdn) => rdn.encoded()),
        ...attributes.map((attribute) => setOf(encodeAttribute(attribute))),
      ),
    );
  }

  get isEmpty(): boolean {
    return this.rdns.length === 0;
  }

  /** The values of one attribute, in order. */
  values(type: AttributeType): string[] {
    const wanted: string = attributeOids[type];
    return this.rdns.flat().flatMap((attribute) => (attribute.oid === wanted ? [attribute.value] : []));
  }

  /** The most specific common name: the last one. */
  get commonName(): string | undefined {
    return this.values('commonName').at(-1);
  }

  equals(other: Name): boolean {
    return this.der.equals(other.der);
  }

  /** RFC 4514: the most specific RDN first. */
  toString(): string {
    return [...this.rdns]
      .reverse()
      .map((rdn) => rdn.map(({ oid: type, value }) => `${shortNames[type] ?? type}=${escapeValue(value)}`).join('+'))
      .join(',');
  }
}

/** An attribute of an unknown type may have any syntax. If it is not a string, it is shown in hex, as in RFC 4514. */
function readAttributeValue(value: DerValue): string {
  return stringTags.has(value.tag) ? value.text() : `#${value.encoded().toString('hex')}`;
}

const stringTags = new Set<number>([
  Tag.utf8String,
  Tag.printableString,
  Tag.ia5String,
  Tag.visibleString,
  Tag.teletexString,
  Tag.bmpString,
  Tag.universalString,
]);
