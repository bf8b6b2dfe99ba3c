import type { Identifier } from './acme-problem.js';
import { challengesFor, tokenOf } from './challenges.js';
import type { ChallengeType } from './challenges.js';
import type { Directory } from './directory.js';
import { statusOf } from './order.store.js';
import type { AcmeOrder, Authorization } from './order.store.js';

const seconds = (time: Date): string => time.toISOString().replace(/\.\d+Z$/, 'Z');

export const orderUrl = ({ base }: Directory, { id }: Pick<AcmeOrder, 'id'>): string => `${base}/order/${id}`;
export const authorizationUrl = ({ base }: Directory, { id }: Pick<Authorization, 'id'>): string =>
  `${base}/authorization/${id}`;
const challengeUrl = ({ base }: Directory, { id }: Pick<Authorization, 'id'>, type: ChallengeType): string =>
  `${base}/challenge/${id}/${type}`;

/** RFC 8555 §7.1.3, RFC 9773 §5, draft-aaron-acme-profiles §5. */
export function orderDocument(
  directory: Directory,
  order: AcmeOrder,
  authorizations: readonly Authorization[],
  now: Date,
): object {
  const { identifiers, notBefore, notAfter, error, profile, replaces } = order;
  const status = statusOf(order, authorizations, now);
  const url = orderUrl(directory, order);
  return {
    status,
    expires: seconds(order.expiresAt),
    identifiers,
    ...(profile !== null && { profile }),
    ...(notBefore && { notBefore: seconds(notBefore) }),
    ...(notAfter && { notAfter: seconds(notAfter) }),
    ...(replaces !== null && { replaces }),
    ...(error && { error }),
    authorizations: inOrderOf(identifiers, authorizations).map((each) => authorizationUrl(directory, each)),
    finalize: `${url}/finalize`,
    ...(order.certificateId !== null && { certificate: `${url}/cert` }),
  };
}

/** As the names were ordered, so that an order looks the same each time: what was made within one millisecond has no order of its own. */
function inOrderOf(identifiers: readonly Identifier[], authorizations: readonly Authorization[]): Authorization[] {
  const places = new Map(identifiers.map(({ type, value }, place) => [`${type} ${value}`, place]));
  const placeOf = ({ identifier: { type, value }, wildcard }: Authorization): number =>
    places.get(`${type} ${wildcard ? '*.' : ''}${value}`) ?? places.size;
  return authorizations.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** RFC 8555 §7.1.4: with only the challenge that decided, once one has. */
export function authorizationDocument(
  directory: Directory,
  authorization: Authorization,
  order: AcmeOrder,
  now: Date,
): object {
  const { identifier, wildcard, status, challenge } = authorization;
  const all = challengesFor(identifier, wildcard);
  const isDecided = status !== 'pending' && challenge !== null;
  return {
    identifier,
    status: status === 'pending' ? waiting(order, now) : status,
    expires: seconds(order.expiresAt),
    challenges: (isDecided ? all.filter((type) => type === challenge) : all).map((type) =>
      challengeDocument(directory, authorization, type),
    ),
    ...(wildcard && { wildcard: true }),
  };
}

const waiting = ({ status, expiresAt }: AcmeOrder, now: Date): string =>
  status === 'invalid' ? 'invalid' : expiresAt < now ? 'expired' : 'pending';

/** RFC 8555 §7.1.5. */
export function challengeDocument(directory: Directory, authorization: Authorization, type: ChallengeType): object {
  const { challenge, status, error, validatedAt, token } = authorization;
  const isChosen = challenge === type;
  const now = status === 'pending' ? 'processing' : status === 'deactivated' ? 'invalid' : status;
  return {
    type,
    url: challengeUrl(directory, authorization, type),
    token: tokenOf(token, type),
    status: isChosen ? now : 'pending',
    ...(isChosen && validatedAt && { validated: seconds(validatedAt) }),
    ...(isChosen && error && { error }),
  };
}
