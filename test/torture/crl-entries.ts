/** One value of DER: its tag, and where its content is. */
interface Value {
  readonly tag: number;
  readonly from: number;
  readonly to: number;
}

const [integer, sequence] = [0x02, 0x30];

/** Values one after the other. @throws Error for what is cut */
function* valuesOf(der: Buffer, from: number, to: number): Generator<Value> {
  for (let at = from; at < to;) {
    const tag = der.readUInt8(at);
    const first = der.readUInt8(at + 1);
    const octets = first < 0x80 ? 0 : first & 0x7f;
    const length = octets === 0 ? first : der.readUIntBE(at + 2, octets);
    const begins = at + 2 + octets;
    if (begins + length > to) throw new Error('DER that is cut');
    yield { tag, from: begins, to: begins + length };
    at = begins + length;
  }
}

const inside = (der: Buffer, { from, to }: Value): readonly Value[] => [...valuesOf(der, from, to)];

/**
 * Serial numbers on a CRL (RFC 5280 §5.1) in hexadecimal, read by nobody who also wrote it. Readers of libraries are bounded: after some two thousand entries they refuse.
 * @throws Error where it is none
 */
export function entriesOf(der: Buffer): ReadonlySet<string> {
  const [list] = [...valuesOf(der, 0, der.length)];
  const [toBeSigned] = list?.tag === sequence ? inside(der, list) : [];
  if (toBeSigned?.tag !== sequence) throw new Error('no CRL');
  // version, algorithm, issuer, and two times: the next sequence is the list; without entries there is none.
  const entries = inside(der, toBeSigned).filter(({ tag }) => tag === sequence)[2];
  const serials = (entries ? inside(der, entries) : []).map((entry) => {
    const [serial] = inside(der, entry);
    if (serial?.tag !== integer) throw new Error('an entry without a serial number');
    // An octet of zeros in front says that the number is not negative.
    const octets = der.subarray(serial.from, serial.to);
    return (octets.length > 1 && octets[0] === 0 ? octets.subarray(1) : octets).toString('hex');
  });
  return new Set(serials);
}
