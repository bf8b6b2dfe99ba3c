import type { Choices } from './choices.js';
import type { Shot } from './shot.js';
import type { Papers } from './site.js';
import { changedDer } from './targets-x509.js';

const scepType = { 'content-type': 'application/x-pki-message' };

/** Messages of a client of SCEP with changes, by POST and GET. */
export function scepShot(choices: Choices, { scep }: Papers): Shot {
  const sent = choices.one(scep.messages);
  const der = choices.chance(90) ? changedDer(sent, choices) : sent;
  const base = { target: 'scep', sender: 'stranger', speech: 'bytes' } as const;
  const path = `/v1/${scep.mount}/${choices.one(['scep', 'scep/pkiclient.exe', 'roles/none/scep'])}`;
  const operation = choices.chance(90)
    ? 'PKIOperation'
    : choices.one(['GetCACaps', 'GetCACert', 'GetNextCACert', '', 'x']);
  if (choices.chance(70)) {
    const what = `POST ${operation}`;
    return { ...base, what, method: 'POST', path: `${path}?operation=${operation}`, headers: scepType, body: der };
  }
  const text = choices.one([
    (t: string) => encodeURIComponent(t),
    (t: string) => t,
    (t: string) => `${t}%`,
    (t: string) => t.replaceAll('A', '%20'),
  ])(der.toString('base64').slice(0, 8_000));
  const query = `operation=${operation}&message=${text}`;
  return { ...base, what: `GET ${operation}`, method: 'GET', path: `${path}?${query}`, headers: {}, body: null };
}
