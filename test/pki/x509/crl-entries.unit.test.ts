import { describe, expect, test } from 'vitest';
import {
  buildCrl,
  eachEntry,
  encodeRevokedEntry,
  entriesOf,
  entriesToBeSigned,
  parseCrl,
  parseCrlFrame,
  stretchEnds,
  verifyCrl,
  withoutEntries,
  type CrlContent,
  type RevocationReason,
} from '../../../src/pki/x509/index.js';
import { encode, sequence, Tag } from '../../../src/pki/x509/der-writer.js';
import { begin, crl, end, publicKey, serial, signer, subject } from './documents.js';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const entry = (text: string, reason?: RevocationReason) =>
  encodeRevokedEntry({ serialNumber: serial(text), revokedAt: begin, reason });
const crlOf = (entries: readonly Uint8Array[], more: Partial<CrlContent> = {}) =>
  buildCrl(
    { issuer: subject(), thisUpdate: begin, nextUpdate: end, number: 1n, issuerKeyId: Buffer.of(1), entries, ...more },
    signer(),
  );

describe('an entry', () => {
  const date = '170d3234303130323033303430355a';
  test.each<[string, () => Parameters<typeof encodeRevokedEntry>[0], string]>([
    ['bare', () => ({ serialNumber: serial('7f'), revokedAt: begin }), `3012` + `02017f` + date],
    ['whose number needs a zero', () => ({ serialNumber: serial('80'), revokedAt: begin }), `3013` + `02020080` + date],
    [
      'with a reason',
      () => ({ serialNumber: serial('01'), revokedAt: begin, reason: 'aaCompromise' }),
      `3020` + `020101` + date + `300c` + `300a` + `0603551d15` + `0403` + `0a010a`,
    ],
    [
      'with the time of the loss',
      () => ({ serialNumber: serial('01'), revokedAt: begin, invalidSince: end }),
      `302e` + `020101` + date + `301a` + `3018` + `0603551d18` + `0411` + `180f32303535303630373038303931305a`,
    ],
  ])('%s', (_, given, bytes) => {
    expect(hex(encodeRevokedEntry(given()))).toBe(bytes);
  });
});

describe('the entries of a list', () => {
  const made = () => ['01', '7f', '80', 'ff:ff', '00:01:02'].map((text) => entry(text));

  test.each([0, 1, 2, 5, 400, 5000])('lie in it one after the other: %i of them', (count) => {
    const given = Array.from({ length: count }, (_, n) => entry((n + 1).toString(16).padStart(4, '0')));
    const list = crlOf(given);
    expect(hex(entriesOf(list)) === hex(Buffer.concat(given))).toBe(true);
    expect(hex(crlOf([entriesOf(list)])) === hex(list)).toBe(true);
  });

  test('are found wherever the list lies in memory', () => {
    const entries = made();
    const joined = Buffer.concat(entries);
    const list = crlOf(entries);
    const within = Buffer.concat([Buffer.alloc(7), list, Buffer.alloc(3)]).subarray(7, 7 + list.length);
    expect(hex(entriesOf(within))).toBe(hex(joined));
    expect(hex(entriesOf(new Uint8Array(list)))).toBe(hex(joined));
  });

  test('are told one by one, by number', () => {
    const entries = made();
    const joined = Buffer.concat(entries);
    const found = [...eachEntry(new Uint8Array(joined))];
    expect(found.map(({ serial: bare }) => bare)).toEqual(['01', '7f', '80', 'ffff', '0102']);
    expect(found.map(({ der }) => hex(der))).toEqual(entries.map(hex));
    expect([...eachEntry(Buffer.of())]).toEqual([]);
    // The number zero is one octet.
    expect([...eachEntry(entry('00'))].map(({ serial: bare }) => bare)).toEqual(['00']);
  });

  test.each<[string, string[], number[][], number]>([
    ['none', [], [[0, 1, 2, 3, 4]], 0],
    ['one that is not there', ['aa'], [[0, 1, 2, 3, 4]], 0],
    ['the first', ['01'], [[1, 2, 3, 4]], 1],
    ['the last', ['0102'], [[0, 1, 2, 3]], 1],
    [
      'one between',
      ['80'],
      [
        [0, 1],
        [3, 4],
      ],
      1,
    ],
    ['two neighbours', ['80', '7f'], [[0], [3, 4]], 2],
    ['two apart', ['7f', 'ffff'], [[0], [2], [4]], 2],
    ['all', ['01', '7f', '80', 'ffff', '0102'], [], 5],
  ])('without some: %s', (_, serials, kept, removed) => {
    const entries = made();
    const joined = Buffer.concat(entries);
    const result = withoutEntries(joined, new Set(serials));
    expect(result.removed).toBe(removed);
    expect(result.pieces.map(hex)).toEqual(
      kept.map((places) => places.map((at) => hex(entries[at] ?? joined)).join('')),
    );
  });

  test('of an empty list nothing is taken out', () => {
    expect(withoutEntries(Buffer.of(), new Set(['01']))).toEqual({ pieces: [Buffer.of()], removed: 0 });
  });

  test.each([
    ['nothing', ''],
    ['one octet', '30'],
    ['an indefinite length', '3080'],
    ['a length of five octets', '308500000000000000'],
    ['a length beyond the end', '3001'],
    ['a long length beyond the end', '30820100'],
    ['fields that are missing', '3002' + '3000'],
  ])('are not looked for in %s', (_, bytes) => {
    expect(() => entriesOf(Buffer.from(bytes, 'hex'))).toThrow(
      expect.objectContaining({ fault: 'malformed', message: 'CRL: not one that was made here' }),
    );
  });

  test('are read by lengths of up to four octets', () => {
    const value = (length: string) => [...eachEntry(Buffer.from(`30${length}` + '02012a', 'hex'))];
    for (const length of ['03', '8103', '820003', '83000003', '8400000003'])
      expect(value(length).map(({ serial: bare }) => bare)).toEqual(['2a']);
    const long = encode(Tag.sequence, Buffer.from('02012a', 'hex'), Buffer.alloc(70_000));
    expect([...eachEntry(Buffer.concat([long, long]))].map(({ der }) => der.length)).toEqual([70_008, 70_008]);
  });
});

describe('the frame of a list', () => {
  test('is the list but for its entries, and its signature is checked over the whole', () => {
    const list = crl();
    const whole = parseCrl(list);
    const frame = parseCrlFrame(list);
    expect(frame).toEqual({ ...whole, entries: [] });
    verifyCrl(frame, publicKey().key);
    const within = Buffer.concat([Buffer.alloc(5), list, Buffer.alloc(5)]).subarray(5, 5 + list.length);
    expect(parseCrlFrame(within)).toEqual(frame);
  });

  test('of an empty list is the list', () => {
    const empty = crlOf([]);
    expect(parseCrlFrame(empty)).toEqual(parseCrl(empty));
    expect(hex(entriesOf(empty))).toBe('');
  });

  test('is read where an entry is none', () => {
    const broken = crlOf([sequence(Buffer.of(5, 0))]);
    expect(() => parseCrl(broken)).toThrow('CRL content entries serial number: INTEGER expected');
    expect(parseCrlFrame(broken).number).toBe(1n);
  });
});

describe('stretches of entries', () => {
  const entries = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => entry((0x4000 + from + n).toString(16)));
  const [size] = entries(0, 1).map(({ length }) => length);
  const bounds = { least: 10 * (size ?? 0), most: 30 * (size ?? 0), one: 16 };
  const stretches = (all: Uint8Array) => {
    let from = 0;
    return stretchEnds(all, bounds).map((end) => {
      const stretch = hex(all.subarray(from, end));
      from = end;
      return stretch;
    });
  };

  test('hold each entry once, and are neither short nor long', () => {
    const all = Buffer.concat(entries(0, 500));
    const found = stretches(all);
    expect(found.join('')).toBe(hex(all));
    for (const [at, stretch] of found.entries()) {
      expect(stretch.length / 2).toBeLessThanOrEqual(bounds.most);
      if (at < found.length - 1) expect(stretch.length / 2).toBeGreaterThanOrEqual(bounds.least);
    }
    expect(stretches(new Uint8Array())).toEqual([]);
  });

  test('are the same again but for those around what was left out or added', () => {
    const all = entries(0, 500);
    const before = stretches(Buffer.concat(all));
    const after = stretches(Buffer.concat([...all.slice(0, 250), ...all.slice(251), ...entries(900, 901)]));
    expect(after.filter((stretch) => !before.includes(stretch)).length).toBeLessThanOrEqual(4);
    expect(after.filter((stretch) => before.includes(stretch)).length).toBeGreaterThan(20);
  });

  test('end where they are long enough, whatever the serial numbers say', () => {
    const same = Buffer.concat(Array.from({ length: 90 }, () => entry('4001')));
    expect(stretchEnds(same, bounds)).toEqual([1, 2, 3].map((each) => each * bounds.most));
  });

  test('are refused of what are no entries', () => {
    expect(() => stretchEnds(Buffer.of(0x30, 5, 1), bounds)).toThrow('not one that was made here');
  });
});

test('entries are found in what is not signed yet', () => {
  const der = crlOf([entry('4001'), entry('4002')]);
  expect(hex(entriesToBeSigned(parseCrl(der).tbs))).toBe(hex(entriesOf(der)));
  expect(entriesToBeSigned(parseCrl(crlOf([])).tbs)).toHaveLength(0);
});
