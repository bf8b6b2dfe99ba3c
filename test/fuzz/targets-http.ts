import { createHash } from 'node:crypto';
import { httpPrefix, httpRoutes } from '../../src/gateway/rest/http/routes.js';
import type { Choices } from './choices.js';
import { inUrl, strangeShot } from './ground.js';
import type { Ground } from './ground.js';
import type { Shot } from './shot.js';
import { strangeText } from './strange.js';
import { nextState } from './targets-state.js';

const lock = {
  ...{ ID: '7d9c1f6e-0f5b-4f4e-9f5f-111111111111', Operation: 'OperationTypeApply', Info: '', Who: 'a@b' },
  ...{ Version: '1.11.4', Created: '2026-01-02T03:04:05.678Z', Path: '' },
};

/** A place that is there, or one that a lock or a write makes. */
const places = [
  '{{organization}}/{{workspaceName}}',
  '{{organization}}/{{unique}}',
  '{{organization}}/none',
  'none/none',
];

/** Lock information that is strange, states that are, or either for a path that wants the other; and what stands in the query and the headers beside them. */
export function httpShot(choices: Choices): Shot {
  const { methods, path, work } = choices.one(httpRoutes);
  const [, state] = nextState();
  const wanted = work === 'write' ? state : work === 'read' || work === 'delete' ? undefined : lock;
  const place = choices.chance(70) ? (places[0] ?? '') : choices.one(places);
  const id = choices.chance(50) ? inUrl(choices.chance(60) ? lock.ID : strangeText(choices)) : null;
  const ground: Ground = {
    what: `to ${work}`,
    method: choices.one(methods),
    path: `${httpPrefix}${path.replace(':organization/:workspace', place)}${id === null ? '' : `?ID=${id.slice(0, 2_000)}`}`,
    headers: {},
    speech: 'http',
    document: choices.chance(95) ? wanted : { ...lock, ...state },
  };
  const shot = strangeShot('http', ground, choices);
  return { ...shot, headers: { ...shot.headers, ...beside(choices, shot.body) } };
}

/** Headers that this dialect reads and no other does. */
function beside(choices: Choices, body: Shot['body']): Readonly<Record<string, string>> {
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
  const md5 = createHash('md5')
    .update(body ?? '')
    .digest('base64');
  const kind = choices.below(12);
  if (kind === 0) return basic(choices.one(['', ':', 'token', 'token:', `${'a'.repeat(4_000)}:${'b'.repeat(4_000)}`]));
  if (kind === 1) return basic(strangeText(choices).slice(0, 2_000));
  if (kind === 2)
    return { 'content-md5': choices.one([md5, md5.slice(1), '', 'AAAAAAAAAAAAAAAAAAAAAA==', 'x'.repeat(4_000)]) };
  return {};
}
