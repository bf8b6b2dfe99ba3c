import type { Choices } from './choices.js';
import type { Shot } from './shot.js';
import type { Papers } from './site.js';
import { strangeText } from './strange.js';
import { changedDer } from './targets-x509.js';

/** Who may enroll. */
export const fuzzDevice = { name: 'device', password: 'a password of a device' } as const;

const derOf = (pem: string) => Buffer.from(pem.replaceAll(/-----[^-]*-----|\s/g, ''), 'base64');
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
const known = basic(`${fuzzDevice.name}:${fuzzDevice.password}`);

const operations = ['simpleenroll', 'simplereenroll', 'serverkeygen', 'cacerts', 'csrattrs', 'fullcmc'];

/** Signing requests in base64 with something wrong in them, of somebody who may enroll and of others. */
export function estShot(choices: Choices, papers: Papers): Shot {
  const good = derOf(choices.one(papers.requests));
  const der = choices.chance(75) ? changedDer(good, choices) : good;
  const text = der.toString('base64').slice(0, 60_000);
  const at = choices.below(text.length + 1);
  const body = choices.one([
    () => text,
    () => text,
    () => text.replaceAll(/.{64}/g, '$&\r\n'),
    () => `${text.slice(0, at)}${strangeText(choices)}${text.slice(at)}`,
    () => text.slice(0, at),
    () => text.replaceAll('=', ''),
    () => text.replaceAll('+', '-').replaceAll('/', '_'),
    () => '',
  ])();
  const authorization = choices.one([
    known,
    known,
    known,
    basic('device:wrong'),
    basic('device'),
    'Basic',
    'Basic %%%',
    '',
  ]);
  const operation = choices.one(operations);
  const path = choices.one([`est/${operation}`, `roles/web/est/${operation}`, `roles/none/est/${operation}`]);
  const method = choices.chance(90) ? 'POST' : choices.one(['GET', 'PUT', 'DELETE', 'HEAD']);
  return {
    ...{ target: 'est', what: `${method} ${path}`, sender: 'stranger', speech: 'bytes', secure: true, method },
    path: choices.chance(90) ? `/v1/{{mount}}/${path}` : `/.well-known/est/{{mount}}/${operation}`,
    headers: {
      'content-type': choices.chance(90)
        ? 'application/pkcs10'
        : choices.one(['', 'text/plain', 'application/pkcs10;;;']),
      ...(authorization !== '' && { authorization }),
    },
    body: method === 'GET' || method === 'HEAD' ? null : body,
  };
}
