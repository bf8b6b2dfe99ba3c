/** A frame of HTTP/2 (RFC 9113 4.1). */
export const frame = (type: number, flags: number, stream: number, payload = Buffer.alloc(0)) => {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
};

export const preface = Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), frame(4, 0, 0)]);
/** A field of a head whose name is in the static table: RFC 7541 6.2.2. */
export const named = (index: number, value: string) =>
  Buffer.concat([Buffer.from([index, value.length]), Buffer.from(value)]);
