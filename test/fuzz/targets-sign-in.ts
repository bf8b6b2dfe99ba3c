import type { Choices } from './choices.js';
import type { Shot } from './shot.js';
import type { Papers } from './site.js';
import { strangeText } from './strange.js';
import { fuzzDevice } from './targets-est.js';
import { changedDer } from './targets-x509.js';

const json = { 'content-type': 'application/json' };

/** What somebody without a token sends to sign in: names, passwords and roles of every kind, and certificates in a header that only proxies may send. */
export function signInShot(choices: Choices, papers: Papers): Shot {
  const strange = () => strangeText(choices);
  const name = choices.one([() => fuzzDevice.name, () => 'DEVICE', () => 'none', () => 'a/b', () => '..', strange])();
  const secret = choices.one<() => unknown>([
    () => fuzzDevice.password,
    () => `${fuzzDevice.password} `,
    () => '',
    () => 'x'.repeat(choices.one([1, 72, 73, 4_096, 4_097, 1_048_576])),
    () => ['a', null, 1, {}, [], true][choices.below(6)],
    strange,
  ])();
  const below = (...folder: readonly string[]) => folder.map((each) => encodeURIComponent(wellFormed(each))).join('/');
  const [path, document] = choices.one<() => readonly [string, object]>([
    () => [`/v1/auth/{{mount}}/login/${below(name)}`, { password: secret }],
    () => [`/v1/auth/{{mount}}/login/${below(name)}`, { password: fuzzDevice.password, [strange()]: secret }],
    () => [`/v1/auth/{{mount}}/login`, { name: secret }],
    () => [`/v1/auth/${below(strange())}/login/${below(name)}`, { password: secret }],
    () => [`/v1/auth/{{mount}}/users/${below(name)}`, { password: secret }],
    () => [`/v1/auth/{{mount}}/users/${below(name)}/password`, { password: secret }],
  ])();
  const text = JSON.stringify(document);
  const certificate = changedDer(derOf(choices.one(papers.certificates)), choices)
    .toString('base64')
    .slice(0, 8_000);
  const sent = choices.chance(20) && { 'x-client-cert': choices.one([certificate, `:${certificate}:`, 'x']) };
  return {
    ...{ target: 'sign-in', what: 'POST sign-in', sender: 'stranger', speech: 'vault', secure: true, method: 'POST' },
    ...{ path, headers: { ...json, ...sent } },
    body: choices.chance(90) ? text : text.slice(0, choices.below(text.length + 1)),
  };
}

const derOf = (pem: string) => Buffer.from(pem.replaceAll(/-----[^-]*-----|\s/g, ''), 'base64');

/** A lone surrogate has no octets. */
const wellFormed = (text: string): string => Buffer.from(text, 'utf8').toString('utf8');
