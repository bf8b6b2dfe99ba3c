import { createHash, createHmac } from 'node:crypto';
import { Name } from '../../src/pki/x509/index.js';
import {
  encodeBody,
  encodeCmpMessage,
  encodeHeader,
  encodeMacScheme,
  protectedPartOf,
} from '../../src/pki/x509/cmp/index.js';
import type { CmpBodyKind } from '../../src/pki/x509/cmp/index.js';
import { countOf, edit, putTogether, replaceAt, takeApart, treeEdit } from '../pki/x509/edits.js';
import type { Choices } from './choices.js';
import type { Shot } from './shot.js';
import type { Papers } from './site.js';
import { strangeText } from './strange.js';

export const pemOf = (label: string, der: Uint8Array) =>
  `-----BEGIN ${label}-----\n${Buffer.from(der)
    .toString('base64')
    .replaceAll(/(.{64})/g, '$1\n')}\n-----END ${label}-----\n`;
const derOf = (pem: string) => Buffer.from(pem.replaceAll(/-----[^-]*-----|\s/g, ''), 'base64');

interface Kind {
  readonly label: string;
  readonly of: (papers: Papers) => readonly string[];
  /** Paths below the mount, and the body with the document. */
  readonly ways: readonly (readonly [path: string, body: (pem: string, choices: Choices) => object])[];
}

const name = { common_name: 'a.example.com' };
const kinds: readonly Kind[] = [
  {
    label: 'CERTIFICATE REQUEST',
    of: ({ requests }) => requests,
    ways: [
      ['sign/web', (csr) => ({ ...name, csr })],
      ['sign-verbatim', (csr) => ({ csr })],
      ['root/sign-intermediate', (csr, choices) => ({ csr, common_name: 'below', use_csr_values: choices.chance(50) })],
    ],
  },
  {
    label: 'CERTIFICATE',
    of: ({ certificates }) => certificates,
    ways: [
      ['config/ca', (pem_bundle) => ({ pem_bundle })],
      ['issuers/import/bundle', (pem_bundle) => ({ pem_bundle })],
      ['intermediate/set-signed', (certificate) => ({ certificate })],
      ['root/sign-self-issued', (certificate) => ({ certificate })],
      ['revoke', (certificate) => ({ certificate })],
      ['root/replace', (pem) => ({ default: pem })],
    ],
  },
  {
    label: 'X509 CRL',
    of: ({ lists }) => lists,
    ways: [
      ['issuer/default/resign-crls', (crl) => ({ crls: [crl], crl_number: 9 })],
      ['issuers/import/bundle', (pem_bundle) => ({ pem_bundle })],
    ],
  },
  {
    label: 'PRIVATE KEY',
    of: ({ keys }) => keys,
    ways: [
      ['keys/import', (pem_bundle) => ({ pem_bundle })],
      ['config/ca', (pem_bundle) => ({ pem_bundle })],
      ['revoke-with-key', (private_key) => ({ private_key, serial_number: '{{serial}}' })],
    ],
  },
];

const post = (target: string, what: string, path: string, body: object): Shot => ({
  ...{ target, what, method: 'POST', path: `/v1/{{mount}}/${path}`, speech: 'vault', sender: 'administrator' },
  headers: { 'content-type': 'application/json', 'x-vault-request': 'true' },
  body: JSON.stringify(body),
});

/** A document of DER with one to three changes: of octets, or of values with lengths that fit. */
export function changedDer(der: Buffer, choices: Choices): Buffer {
  let bytes = der;
  for (let left = 1 + choices.below(3); left > 0; left -= 1) {
    const trees = takeApart(bytes);
    if (trees === undefined || trees.length === 0 || choices.chance(25)) bytes = choices.any(edit)(bytes);
    else bytes = putTogether(replaceAt(trees, choices.below(countOf(trees)), choices.any(treeEdit)));
  }
  return bytes.subarray(0, 400_000);
}

export function derShot(choices: Choices, papers: Papers): Shot {
  const { label, of, ways } = choices.one(kinds);
  const [path, body] = choices.one(ways);
  const der = changedDer(derOf(choices.one(of(papers))), choices);
  return post('der', `${label} to ${path}`, path, body(pemOf(label, der), choices));
}

/** Text around and inside of PEM. */
export function pemShot(choices: Choices, papers: Papers): Shot {
  const { label, of, ways } = choices.one(kinds);
  const [path, body] = choices.one(ways);
  const other = choices.one(kinds);
  const good = choices.one(of(papers));
  const where = choices.below(good.length);
  const text = [
    () => `${good.slice(0, where)}${strangeText(choices)}${good.slice(where)}`,
    () => good.slice(0, where),
    () => good.replaceAll('\n', choices.one(['\r\n', '\r', ' ', '', '\n\n', '\\n', '\u2028'])),
    () => `${strangeText(choices)}\n${good}${strangeText(choices)}`,
    () =>
      good.replaceAll(
        label,
        choices.one([
          other.label,
          'TRUSTED CERTIFICATE',
          'NEW CERTIFICATE REQUEST',
          'RSA PRIVATE KEY',
          'ENCRYPTED PRIVATE KEY',
          'EC PARAMETERS',
          '',
        ]),
      ),
    () =>
      good.replace(
        '\n',
        `\n${choices.one(['Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\n', 'A: b\n\n', 'A: b\n'.repeat(2_000), ': \n', 'A:\n '.repeat(500)])}`,
      ),
    () => choices.one(other.of(papers)) + good,
    () => good.repeat(1 + choices.below(50)),
    () => good.replaceAll('-----', '----'),
    () => good.replace(/[A-Za-z0-9+/]{4}\n/, choices.one(['====\n', '=\n', 'é\n', '_-\n', ' \n'])),
  ];
  return post('pem', `${label} to ${path}`, path, body(choices.one(text)(), choices));
}

const ocspType = { 'content-type': 'application/ocsp-request' };

export function ocspShot(choices: Choices, papers: Papers): Shot {
  const asked = choices.one(papers.ocsp);
  const der = choices.chance(85) ? changedDer(asked, choices) : asked;
  const path = choices.one(['ocsp', 'unified-ocsp']);
  const base = { target: 'ocsp', sender: 'stranger', speech: 'bytes' } as const;
  if (choices.chance(60))
    return {
      ...base,
      what: `POST ${path}`,
      method: 'POST',
      path: `/v1/{{mount}}/${path}`,
      headers: ocspType,
      body: der,
    };
  const text = choices.one([
    (t: string) => encodeURIComponent(t),
    (t: string) => t,
    (t: string) => `${t}/`,
    (t: string) => `${t}%`,
  ])(der.toString('base64').slice(0, 8_000));
  return {
    ...base,
    what: `GET ${path}`,
    method: 'GET',
    path: `/v1/{{mount}}/${path}/${text}`,
    headers: {},
    body: null,
  };
}

/** Counts up, so that no message is one that was taken before. */
let transactions = 0;

/** A message of CMP whose body has changes, under a MAC that is right, or of which anything has changes. */
export function cmpShot(choices: Choices, { cmp }: Papers): Shot {
  const [kind, content] = choices.one(cmp.bodies);
  const inside = choices.chance(70) ? changedDer(content, choices) : content;
  const whole = protectedMessage(cmp, kind, inside, ++transactions);
  const path = choices.one(['cmp', 'issuer/default/cmp', 'roles/web/cmp', 'roles/none/cmp']);
  return {
    ...{ target: 'cmp', what: `${kind} to ${path}`, sender: 'stranger', speech: 'bytes', method: 'POST' },
    ...{ path: `/v1/{{mount}}/${path}`, headers: { 'content-type': 'application/pkixcmp' } },
    body: choices.chance(30) ? changedDer(whole, choices) : whole,
  };
}

function protectedMessage({ reference, secret }: Papers['cmp'], kind: CmpBodyKind, content: Buffer, number: number) {
  const salt = Buffer.alloc(16, 7);
  const scheme = { kind: 'pbm', salt, iterations: 100, hash: 'sha256', mac: 'sha256' } as const;
  const nobody = { type: 'directoryName', name: Name.empty } as const;
  const [transactionId, senderNonce] = [Buffer.alloc(16), Buffer.alloc(16, 1)];
  transactionId.writeUInt32BE(number, 8);
  transactionId.writeUInt32BE(process.pid, 0);
  const header = encodeHeader({
    ...{ version: 2, sender: nobody, recipient: nobody, time: new Date(), transactionId, senderNonce },
    ...{ protection: encodeMacScheme(scheme), senderKeyId: Buffer.from(reference) },
  });
  const body = encodeBody(kind, content);
  let key = createHash('sha256').update(secret).update(salt).digest();
  for (let done = 1; done < scheme.iterations; done += 1) key = createHash('sha256').update(key).digest();
  const protection = createHmac('sha256', key).update(protectedPartOf(header, body)).digest();
  return encodeCmpMessage(header, body, { protection });
}
