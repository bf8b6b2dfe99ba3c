import forge from 'node-forge';

type Node = forge.asn1.Asn1;

const { Class, Type } = forge.asn1;

/** The identifier octet of a value that forge parsed. */
export const identifierOf = (node: Node): number => node.tagClass | node.type | (node.constructed ? 0x20 : 0);

/**
 * The DER of a value that forge parsed, one octet per character. forge's own writer shortens every value with the tag number of INTEGER, in any class. In
 * another class it may hold any bits: the `[2]` of a certificate is its subject's unique identifier.
 */
export function derTextOf(node: Node): string {
  const content = contentOf(node);
  return headerOf(identifierOf(node), content.length) + content;
}

function contentOf({ value, tagClass, type }: Node): string {
  if (typeof value !== 'string') {
    let text = '';
    for (const child of value) text += derTextOf(child);
    return text;
  }
  // forge has read pairs of octets as code units, whatever the class.
  if (type === Type.BMPSTRING) return Buffer.from(value, 'utf16le').swap16().toString('latin1');
  return tagClass === Class.UNIVERSAL && type === Type.INTEGER && !isMinimal(value) ? value.slice(1) : value;
}

/** X.690 8.3.2: the first nine bits of an INTEGER are not all equal. */
function isMinimal(content: string): boolean {
  if (content.length < 2) return true;
  const [first, sign] = [content.charCodeAt(0), content.charCodeAt(1) & 0x80];
  return !((first === 0 && sign === 0) || (first === 0xff && sign === 0x80));
}

function headerOf(identifier: number, length: number): string {
  if (length < 0x80) return String.fromCharCode(identifier, length);
  const octets: number[] = [];
  for (let left = length; left > 0; left = Math.floor(left / 0x100)) octets.unshift(left % 0x100);
  return String.fromCharCode(identifier, 0x80 | octets.length, ...octets);
}

/** Where the content of a value begins in the text of a document that is DER, and where the value ends. */
export function boundsOf(document: string, at: number): { readonly content: number; readonly end: number } {
  const first = document.charCodeAt(at + 1);
  if (first < 0x80) return { content: at + 2, end: at + 2 + first };
  const content = at + 2 + (first & 0x7f);
  let length = 0;
  for (let octet = at + 2; octet < content; octet++) length = length * 0x100 + document.charCodeAt(octet);
  return { content, end: content + length };
}
