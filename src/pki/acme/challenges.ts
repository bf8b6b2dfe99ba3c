import { createHash } from 'node:crypto';
import type { Identifier } from './acme-problem.js';

/** RFC 8555 §8, RFC 8737. */
const challengeTypes = ['http-01', 'dns-01', 'tls-alpn-01'] as const;
export type ChallengeType = (typeof challengeTypes)[number];

export const isChallengeType = (text: string): text is ChallengeType => challengeTypes.some((each) => each === text);

/** Which proofs a name can have: of a wildcard, only DNS says anything (RFC 8555 §8); of an address, DNS says nothing (RFC 8738 §7). */
export function challengesFor({ type }: Pick<Identifier, 'type'>, wildcard: boolean): readonly ChallengeType[] {
  if (wildcard) return ['dns-01'];
  return type === 'ip' ? ['http-01', 'tls-alpn-01'] : challengeTypes;
}

const marks = { 'http-01': 'h', 'dns-01': 'd', 'tls-alpn-01': 't' } as const satisfies Record<ChallengeType, string>;

/** Each challenge has a token of its own: the random part is that of its authorization. */
export const tokenOf = (seed: string, type: ChallengeType): string => `${seed}${marks[type]}`;

/** RFC 8555 §8.1. */
export const keyAuthorization = (token: string, thumbprint: string): string => `${token}.${thumbprint}`;

/** RFC 8555 §8.4, RFC 8737 §3. */
export const digestOf = (authorization: string): Buffer => createHash('sha256').update(authorization).digest();
