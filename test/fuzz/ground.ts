import type { Choices } from './choices.js';
import { largeDocument } from './large.js';
import type { Sender, Shot, Speech } from './shot.js';
import type { Papers } from './site.js';
import { strangeDocument, strangeText } from './strange.js';

/** A request as it should be, to make strange ones of. */
export interface Ground {
  readonly what: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly speech: Speech;
  /** `undefined` where none is sent. */
  readonly document: unknown;
}
/** A way to make grounds. */
export type Soil = (choices: Choices, papers: Papers) => Ground;

const sender = (choices: Choices): Sender =>
  choices.chance(70) ? 'administrator' : choices.one(['narrow', 'narrow', 'restricted', 'restricted', 'stranger']);

/** A request that is strange: its path, its headers, or its document. */
export function strangeShot(target: string, ground: Ground, choices: Choices): Shot {
  const base = { target, sender: sender(choices), method: ground.method, speech: ground.speech };
  const kind = choices.below(20);
  const path = kind < 3 ? strangePath(ground.path, choices) : ground.path;
  const headers = kind === 3 ? { ...ground.headers, ...strangeHeaders(choices) } : ground.headers;
  const plain = ground.document === undefined ? null : JSON.stringify(ground.document);
  const body =
    ground.document === undefined ? null : choices.chance(90) ? strangeDocument(ground.document, choices) : plain;
  return { ...base, what: ground.what, path, headers, body };
}

/** One that is as it should be but for one thing, which is as large as may be sent. */
export function largeShot(target: string, ground: Ground, choices: Choices): Shot {
  const { what, text } = largeDocument(ground.document ?? {}, choices);
  const { method, path, headers, speech } = ground;
  const who = speech === 'json-api' || choices.chance(60) ? 'administrator' : 'restricted';
  return { target, what: `${ground.what} ${what}`, sender: who, method, path, headers, speech, body: text };
}

/** As a client that knows nothing of URLs would send it, but in signs that HTTP has. */
export const inUrl = (text: string) => encodeURIComponent(Buffer.from(text).toString());

function strangePath(path: string, choices: Choices): string {
  const [place = '', query] = path.split('?', 2);
  const parts = place.split('/');
  const index = 3 + choices.below(Math.max(1, parts.length - 3));
  const text = strangeText(choices).slice(0, 2_000);
  const raw = choices.one(['%00', '%ff', '%', '%2f', '..', '%2e%2e', '%C0%AF', ';', '//', '%ED%A0%80']);
  if (choices.chance(40)) {
    const name = choices.one([
      'page[number]',
      'page[size]',
      'include',
      'filter[a]',
      'search[name]',
      'q',
      'list',
      'after',
      'limit',
      '__proto__',
      'filter',
      'sort',
    ]);
    return `${place}?${query === undefined ? '' : `${query}&`}${inUrl(name)}=${choices.chance(70) ? inUrl(text) : raw}`;
  }
  const changed = parts.map((part, at) => (at === index ? (choices.chance(70) ? inUrl(text) : raw) : part)).join('/');
  return `${changed}${query === undefined ? '' : `?${query}`}`;
}

function strangeHeaders(choices: Choices): Readonly<Record<string, string>> {
  const value = choices.one([
    '',
    ' ',
    'x',
    '*/*',
    'application/json; charset=utf-16',
    'multipart/form-data',
    'text/plain',
    'a'.repeat(4_000),
    ';;;',
    '"',
    'W/"x"',
    '%00',
    '-1',
    '99999999999999999999',
  ]);
  const name = choices.one([
    ...[
      'content-type',
      'accept',
      'authorization',
      'x-vault-token',
      'x-service-token',
      'x-vault-request',
      'if-none-match',
      'if-modified-since',
      'range',
    ],
    ...[
      'origin',
      'x-forwarded-for',
      'x-forwarded-proto',
      'x-request-id',
      'traceparent',
      'accept-encoding',
      'content-encoding',
      'x-vault-wrap-ttl',
      'x-vault-namespace',
      'terraform-version',
      'user-agent',
      'prefer',
      'cookie',
    ],
  ]);
  return { [name]: value };
}
