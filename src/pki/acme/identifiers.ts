import { isIP } from 'node:net';
import { isRecord } from '../../platform/is-record.js';
import { isHostName } from '../policy/host-name.js';
import { commonAddress } from '../x509/index.js';
import type { GeneralName } from '../x509/index.js';
import { AcmeProblem, malformed } from './acme-problem.js';
import type { Identifier, Subproblem } from './acme-problem.js';

/** How many names an order may have. */
export const mostIdentifiers = 100;

/** The names of an order, each once (RFC 8555 §7.1.3, RFC 8738 §3). @throws AcmeProblem */
export function readIdentifiers(given: unknown): readonly Identifier[] {
  if (!Array.isArray(given) || given.length === 0) throw malformed('identifiers is not a list of names');
  if (given.length > mostIdentifiers)
    throw new AcmeProblem('rejectedIdentifier', `an order may have at most ${mostIdentifiers} names`);
  const read = new Map<string, Identifier>();
  const refused: Subproblem[] = [];
  for (const each of given) {
    const one = identifierOf(each);
    if ('detail' in one) refused.push(one);
    else read.set(`${one.type} ${one.value}`, one);
  }
  const [first] = refused;
  if (first) throw new AcmeProblem(first.type, first.detail, { subproblems: refused });
  return [...read.values()];
}

function identifierOf(given: unknown): Identifier | Subproblem {
  if (!isRecord(given)) throw malformed('a name is not an object');
  const { type, value } = given;
  if (typeof type !== 'string' || typeof value !== 'string') throw malformed('a name has no type or no value');
  const identifier: Identifier = { type: type === 'ip' ? 'ip' : 'dns', value: value.slice(0, 300) };
  if (type !== 'dns' && type !== 'ip') {
    const detail = `names of type ${JSON.stringify(type.slice(0, 40))} cannot be certified here`;
    return { type: 'unsupportedIdentifier', detail, identifier };
  }
  const rejected = (detail: string): Subproblem => ({ type: 'rejectedIdentifier', detail, identifier });
  if (type === 'ip') {
    // RFC 8738 §3: the canonical text, so that one address has one name. An IPv4 address within IPv6 is that IPv4 address to clients.
    const isCanonical = isIP(value) !== 0 && commonAddress(value) === value;
    return isCanonical
      ? identifier
      : rejected(`${JSON.stringify(identifier.value)} is no IP address in its usual form`);
  }
  const name = value.toLowerCase();
  if (isIP(name) !== 0) return rejected(`${name} is an address: its type is ip`);
  if (isHostName(name.replace(/^\*\./, ''))) return { type: 'dns', value: name };
  return rejected(`${JSON.stringify(identifier.value)} is no host name`);
}

/** The name without the `*.` of a wildcard (RFC 8555 §7.1.4). */
export const withoutWildcard = (value: string): string => value.replace(/^\*\./, '');
export const isWildcard = ({ type, value }: Identifier): boolean => type === 'dns' && value.startsWith('*.');

/** A name of a certificate or a signing request as orders have it; undefined for kinds that they cannot have. */
export function identifierOfName(name: GeneralName): Identifier | undefined {
  if (name.type === 'dns') return { type: 'dns', value: name.value.toLowerCase() };
  return name.type === 'ip' ? { type: 'ip', value: commonAddress(name.value) } : undefined;
}

export const keyOfIdentifier = ({ type, value }: Identifier): string => `${type}:${value}`;

/** What a column of an order holds. */
export function keptIdentifiers(text: string): readonly Identifier[] {
  const parsed: unknown = JSON.parse(text);
  return Array.isArray(parsed)
    ? parsed.flatMap((each: unknown) => {
        if (!isRecord(each) || typeof each['value'] !== 'string') return [];
        return [{ type: each['type'] === 'ip' ? ('ip' as const) : ('dns' as const), value: each['value'] }];
      })
    : [];
}
