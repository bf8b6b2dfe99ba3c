import { cidrOctets, cidrText, ipOctets, X509Error } from '../x509/index.js';
import { remembered } from './remembered.js';

const mappedPrefix = Buffer.from('00000000000000000000ffff', 'hex');

/** Address and mask, 4 octets each or 16. A range of IPv4 addresses within IPv6 is that range of IPv4 addresses (RFC 4291 2.5.5.2). */
interface Range {
  readonly address: Buffer;
  readonly mask: Buffer;
}

function readRange(text: string): Range | undefined {
  try {
    const octets = cidrOctets(text);
    const [address, mask] = [octets.subarray(0, octets.length / 2), octets.subarray(octets.length / 2)];
    const isMapped = address.length === 16 && address.subarray(0, 12).equals(mappedPrefix) && mask[11] === 255;
    return isMapped ? { address: address.subarray(12), mask: mask.subarray(12) } : { address, mask };
  } catch (error) {
    if (error instanceof X509Error) return undefined;
    throw error;
  }
}

/** A range with its address cut to the mask, as Vault's clients read it back; undefined for text that is none. */
export function commonRange(text: string): string | undefined {
  const range = readRange(text);
  return range && cidrText(Buffer.concat([range.address, range.mask]));
}

const rangesOf = remembered((texts: readonly string[]) => texts.flatMap((text) => readRange(text) ?? []));

/** Whether an address in its common form is in one of the ranges. */
export function isInRanges(address: string, texts: readonly string[]): boolean {
  const octets = ipOctets(address);
  return (
    octets !== undefined &&
    rangesOf(texts).some(
      (range) =>
        range.address.length === octets.length &&
        octets.every((octet, at) => (octet & (range.mask[at] ?? 0)) === range.address[at]),
    )
  );
}
