import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

/** What a name has: texts, an alias, or addresses of IPv4. Nothing at all for `silent`. */
export interface Records {
  readonly texts?: readonly string[];
  readonly alias?: string;
  readonly addresses?: readonly string[];
  readonly silent?: true;
}

const types = { A: 1, CNAME: 5, TXT: 16 } as const;

const nameBytes = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.concat([Buffer.of(label.length), Buffer.from(label)])),
    Buffer.of(0),
  ]);

/** The question of a packet: name in lower case, type, and where it ends. */
function questionOf(packet: Buffer) {
  const labels: string[] = [];
  let at = 12;
  for (let length = packet[at] ?? 0; length > 0; length = packet[at] ?? 0) {
    labels.push(packet.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: packet.readUInt16BE(at + 1), end: at + 5 };
}

function record(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12);
  // The name is that of the question (RFC 1035 §4.1.4).
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(1, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function answersTo(type: number, { texts = [], alias, addresses = [] }: Records): Buffer[] {
  if (type === types.TXT)
    return texts.map((text) => record(types.TXT, Buffer.concat([Buffer.of(text.length), Buffer.from(text)])));
  if (type === types.CNAME) return alias === undefined ? [] : [record(types.CNAME, nameBytes(alias))];
  if (type === types.A) return addresses.map((each) => record(types.A, Buffer.from(each.split('.').map(Number))));
  return [];
}

/** A name server that is not recursive, with whatever a test puts into it. Names that it does not know do not exist. */
export async function openNameServer() {
  const names = new Map<string, Records>();
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (packet, { port, address }) => {
    const { name, type, end } = questionOf(packet);
    asked.push(`${name} ${type}`);
    const records = names.get(name);
    if (records?.silent) return;
    const answers = records ? answersTo(type, records) : [];
    const head = Buffer.from(packet.subarray(0, 12));
    head.writeUInt16BE(records ? 0x8580 : 0x8583, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(answers.length, 6);
    head.writeUInt32BE(0, 8);
    socket.send(Buffer.concat([head, packet.subarray(12, end), ...answers]), port, address);
  });
  await new Promise<void>((resolve) => {
    socket.bind(0, '127.0.0.1', resolve);
  });
  const { port }: AddressInfo = socket.address();
  return {
    names,
    asked,
    address: `127.0.0.1:${port}`,
    close: () => {
      socket.close();
    },
  };
}
