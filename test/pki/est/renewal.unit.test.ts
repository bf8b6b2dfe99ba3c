import { describe, expect, test } from 'vitest';
import { requireSameNames } from '../../../src/pki/est/renewal.js';
import {
  createSigner,
  Name,
  parseCertificate,
  parseRequest,
  publicKeyInfoOf,
  randomSerialNumber,
  subjectAltName,
  type GeneralName,
} from '../../../src/pki/x509/index.js';
import { sequence, setOf, oid, utf8String } from '../../../src/pki/x509/der-writer.js';
import { readDer } from '../../../src/pki/x509/der-reader.js';
import { buildCertificate } from '../x509/built.js';
import { makeKey } from '../x509/authority.js';
import { dns, requestDer } from './requests.js';

async function certificate(subject: Name, names: readonly GeneralName[]) {
  const key = await makeKey('ec-256');
  const times = { notBefore: new Date(), notAfter: new Date(Date.now() + 3_600_000) };
  const extensions = names.length > 0 ? [subjectAltName(names)] : [];
  const content = { serialNumber: randomSerialNumber(), issuer: subject, subject, ...times, extensions };
  return parseCertificate(buildCertificate({ ...content, publicKey: publicKeyInfoOf(key).der }, createSigner(key)));
}

const router = Name.of({ organization: ['Acme'], commonName: 'router.example' });
/** The same text as another type of string. */
const routerInUtf8 = Name.read(
  readDer(
    sequence(
      setOf(sequence(oid('2.5.4.10'), utf8String('Acme'))),
      setOf(sequence(oid('2.5.4.3'), utf8String('router.example'))),
    ),
    'name',
    { maxBytes: 1000 },
  ),
);
const ip: GeneralName = { type: 'ip', value: '192.0.2.1' };

type Case = readonly [
  what: string,
  had: readonly [Name, readonly GeneralName[]],
  asked: readonly [Name, readonly GeneralName[]],
  refusal: RegExp | null,
];

const cases: readonly Case[] = [
  ['the same', [router, [...dns('router.example'), ip]], [router, [...dns('router.example'), ip]], null],
  ['another order', [router, [...dns('router.example'), ip]], [router, [ip, ...dns('router.example')]], null],
  ['other cases of letters', [router, dns('router.example')], [router, dns('Router.EXAMPLE')], null],
  ['another type of string', [router, []], [routerInUtf8, []], null],
  ['a name that comes from the common name', [router, dns('router.example')], [router, []], null],
  [
    'one name more',
    [router, dns('router.example')],
    [router, dns('router.example', 'b.example')],
    /not have dns:b\.ex/,
  ],
  [
    'one name fewer',
    [router, [...dns('router.example'), ip]],
    [router, dns('router.example')],
    /lacks ip:192\.0\.2\.1/,
  ],
  ['another name', [router, dns('a.example')], [router, dns('b.example')], /does not have dns:b\.example/],
  ['a name of another type', [router, [ip]], [router, dns('192.0.2.1')], /does not have dns:192\.0\.2\.1/],
  ['another common name', [router, []], [Name.of({ organization: ['Acme'], commonName: 'b' }), []], /subject/],
  ['a part of the subject', [router, []], [Name.of({ commonName: 'router.example' }), []], /subject/],
  ['more of a subject', [Name.of({ commonName: 'router.example' }), []], [router, []], /subject/],
  ['no subject', [router, []], [Name.empty, []], /subject/],
];

describe('a renewal', () => {
  test.each(cases)('with %s', async (_what, [subject, names], [asked, askedNames], refusal) => {
    const before = await certificate(subject, names);
    const csr = parseRequest(await requestDer({ subject: asked, names: askedNames }));
    const judge = () => {
      requireSameNames(csr, before);
    };
    if (refusal) expect(judge).toThrow(refusal);
    else expect(judge).not.toThrow();
  });
});
