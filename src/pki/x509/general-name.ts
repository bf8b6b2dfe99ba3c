import {
  asciiString,
  contextConstructed,
  contextPrimitive,
  encode,
  oid,
  oidContent,
  utf8String,
} from './der-writer.js';
import type { DerValue } from './der-reader.js';
import { X509Error } from './error.js';
import { ipOctets, ipText } from './ip.js';
import { Name } from './name.js';

/** RFC 5280 4.2.1.6. `unread` holds the kinds that are not evaluated here (X.400 and EDI addresses). */
export type GeneralName =
  | { readonly type: 'dns' | 'email' | 'uri' | 'ip'; readonly value: string }
  | { readonly type: 'otherName'; readonly oid: string; readonly value: string }
  | { readonly type: 'otherNameDer'; readonly oid: string; readonly der: Uint8Array }
  | { readonly type: 'directoryName'; readonly name: Name }
  | { readonly type: 'registeredId'; readonly oid: string }
  | { readonly type: 'unread'; readonly der: Uint8Array };

/** The context tags of the kinds that are plain ASCII. */
const asciiTags = { email: 1, dns: 2, uri: 6 } as const;

function asciiName(type: keyof typeof asciiTags, value: string): Buffer {
  // Only a quoted mailbox may contain spaces.
  const allowed = type === 'email' ? /^[\x20-\x7e]+$/ : /^[\x21-\x7e]+$/;
  if (!allowed.test(value))
    throw new X509Error('invalid_value', `${type} name`, `${JSON.stringify(value)} is not printable ASCII`);
  return asciiString(contextPrimitive(asciiTags[type]), value);
}

/** @throws X509Error `invalid_value` */
export function encodeGeneralName(name: GeneralName): Buffer {
  switch (name.type) {
    case 'dns':
    case 'email':
    case 'uri':
      return asciiName(name.type, name.value);
    case 'ip': {
      const octets = ipOctets(name.value);
      if (octets === undefined) throw new X509Error('invalid_value', 'ip name', `"${name.value}" is not an address`);
      return encode(contextPrimitive(7), octets);
    }
    case 'otherName':
      return otherName(name.oid, utf8String(name.value));
    case 'otherNameDer':
      return otherName(name.oid, name.der);
    case 'directoryName':
      return encode(contextConstructed(4), name.name.der);
    case 'registeredId':
      return encode(contextPrimitive(8), oidContent(name.oid));
    case 'unread':
      return Buffer.from(name.der);
  }
}

const otherName = (type: string, value: Uint8Array): Buffer =>
  encode(contextConstructed(0), oid(type), encode(contextConstructed(0), value));

/** @throws X509Error `malformed` */
export function readGeneralName(value: DerValue): GeneralName {
  switch (value.tag) {
    case contextPrimitive(1):
      return { type: 'email', value: value.ascii(value.tag) };
    case contextPrimitive(2):
      return { type: 'dns', value: value.ascii(value.tag) };
    case contextPrimitive(6):
      return { type: 'uri', value: value.ascii(value.tag) };
    case contextPrimitive(7): {
      const text = ipText(value.octets(value.tag));
      if (text === undefined) throw value.fail('an IP address of neither 4 nor 16 octets');
      return { type: 'ip', value: text };
    }
    case contextPrimitive(8):
      return { type: 'registeredId', oid: value.oid(value.tag) };
    case contextConstructed(0):
      return readOtherName(value);
    case contextConstructed(4):
      return { type: 'directoryName', name: Name.read(value.inner(value.tag)) };
    case contextConstructed(3):
    case contextConstructed(5):
      return { type: 'unread', der: value.encoded() };
    default:
      throw value.fail(`no general name has tag 0x${value.tag.toString(16)}`);
  }
}

function readOtherName(value: DerValue): GeneralName {
  const fields = value.fields(contextConstructed(0));
  const type = fields.next('type').oid();
  const inside = fields.next('value').inner(contextConstructed(0));
  fields.end();
  return inside.tag === 0x0c
    ? { type: 'otherName', oid: type, value: inside.utf8() }
    : { type: 'otherNameDer', oid: type, der: inside.encoded() };
}

/** GeneralNames, with its own identifier or an IMPLICIT tag. */
export const encodeGeneralNames = (tag: number, names: readonly GeneralName[]): Buffer =>
  encode(tag, ...names.map(encodeGeneralName));

export const readGeneralNames = (value: DerValue, tag?: number): GeneralName[] => value.items(tag).map(readGeneralName);
