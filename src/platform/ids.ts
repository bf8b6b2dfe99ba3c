import { randomBytes } from 'node:crypto';
import { RandomOctets } from './random-octets.js';

declare const kind: unique symbol;

/** An identifier that was checked by its parser: prefix, dash, 16 characters of [A-Za-z0-9]. */
export type Id<Prefix extends string> = `${Prefix}-${string}` & { readonly [kind]: Prefix };

/** A text that is not an identifier of this kind. */
export class IdShapeError extends Error {
  override readonly name = 'IdShapeError';
  constructor(readonly prefix: string) {
    super(`expected ${prefix}- and 16 letters or digits`);
  }
}

export interface IdKind<Prefix extends string> {
  readonly prefix: Prefix;
  make(): Id<Prefix>;
  /**
   * The same for tables with many rows. Rows of the same time are then next to each other in every index; random ids would each write a different page. The
   * first nine characters are the time, and the rest is random.
   */
  makeAt(at: Date): Id<Prefix>;
  is(text: unknown): text is Id<Prefix>;
  /** `null` if the text has another form. */
  readonly parse: (text: unknown) => Id<Prefix> | null;
  /** @throws IdShapeError */
  readonly require: (text: unknown) => Id<Prefix>;
}

function idKind<const Prefix extends string>(prefix: Prefix): IdKind<Prefix> {
  const shape = new RegExp(`^${prefix}-[A-Za-z0-9]{16}$`);
  const is = (text: unknown): text is Id<Prefix> => typeof text === 'string' && shape.test(text);
  const parse = (text: unknown) => (is(text) ? text : null);
  const require = (text: unknown) => {
    if (!is(text)) throw new IdShapeError(prefix);
    return text;
  };
  const make = () => require(`${prefix}-${openLetters(16)}`);
  const makeAt = (at: Date) => require(`${prefix}-${inOrder(at)}${openLetters(16 - timeLetters)}`);
  return { prefix, is, parse, require, make, makeAt };
}

const everyLetter = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** New identifiers have no 0, O, I or l, as those of Terraform Enterprise: its provider refuses others in imports. Older ones with them are still valid. */
const base58 = everyLetter.replaceAll(/[0OIl]/g, '');

/** From here on, octets would make the first letters of an alphabet more likely. */
const unbiased = (alphabet: string): number => 256 - (256 % alphabet.length);

/** Letters and digits with equal probability, from the system's random source. They may be a secret. */
export function randomLetters(count: number): string {
  let letters = '';
  while (letters.length < count) {
    for (const octet of randomBytes(count)) {
      if (octet < unbiased(everyLetter) && letters.length < count)
        letters += everyLetter.charAt(octet % everyLetter.length);
    }
  }
  return letters;
}

const octets = new RandomOctets();
const unbiased58 = unbiased(base58);

/** Letters of base58 with equal probability, for what is told to everybody. */
export function openLetters(count: number): string {
  let letters = '';
  while (letters.length < count) {
    const octet = octets.next();
    if (octet < unbiased58) letters += base58.charAt(octet % base58.length);
  }
  return letters;
}

/** Only digits and lower case: all databases sort these in the same way, in any locale. */
const sorted = base58.replaceAll(/[A-Z]/g, '').split('').toSorted();

/** Enough for the milliseconds of nearly two thousand years. */
const timeLetters = 9;

/** The time as a number with those digits. */
function inOrder(at: Date): string {
  let digits = '';
  for (let rest = Math.max(0, at.getTime()); digits.length < timeLetters; rest = Math.floor(rest / sorted.length)) {
    digits = (sorted[rest % sorted.length] ?? '') + digits;
  }
  return digits;
}

/** Prefix → kind. First the documented ones (docs/from-terraform-enterprise.md), then other ones of Terraform Enterprise, then our own. */
export const ids = {
  workspace: idKind('ws'),
  stateVersion: idKind('sv'),
  stateVersionOutput: idKind('wsout'),
  run: idKind('run'),
  user: idKind('user'),
  team: idKind('team'),
  organization: idKind('org'),
  project: idKind('prj'),
  configurationVersion: idKind('cv'),
  token: idKind('at'),

  teamAccess: idKind('tws'),
  teamProjectAccess: idKind('tprj'),
  organizationMembership: idKind('ou'),
  tag: idKind('tag'),
  tagBinding: idKind('tb'),
  reservedTagKey: idKind('rtk'),
  dataRetentionPolicy: idKind('drp'),
  variable: idKind('var'),
  variableSet: idKind('varset'),
  webhook: idKind('nc'),

  auditRecord: idKind('aud'),
  object: idKind('obj'),
  event: idKind('evt'),
  job: idKind('job'),
  resource: idKind('rsc'),
  mount: idKind('mnt'),
  issuer: idKind('iss'),
  key: idKind('key'),
  role: idKind('role'),
  celRole: idKind('celrole'),
  certificate: idKind('crt'),
  certificateMetadata: idKind('crtmd'),
  revocation: idKind('rev'),
  revocationRequest: idKind('rvq'),
  crl: idKind('crl'),
  ocspDelegate: idKind('ocd'),
  externalPolicy: idKind('extpol'),
  managedKey: idKind('mk'),
  webhookDelivery: idKind('ncd'),
  acmeAccount: idKind('acct'),
  acmeOrder: idKind('order'),
  acmeAuthorization: idKind('authz'),
  scepTransaction: idKind('scep'),
  authMethod: idKind('am'),
  authRole: idKind('ar'),
  authTrust: idKind('atr'),
  authChallenge: idKind('ach'),
} as const;

type Kinds = typeof ids;
/** The identifier type of a kind, by its name in `ids`. */
export type IdOf<Name extends keyof Kinds> = Id<Kinds[Name]['prefix']>;

export type WorkspaceId = IdOf<'workspace'>;
export type StateVersionId = IdOf<'stateVersion'>;
export type StateVersionOutputId = IdOf<'stateVersionOutput'>;
export type RunId = IdOf<'run'>;
export type UserId = IdOf<'user'>;
export type TeamId = IdOf<'team'>;
export type OrganizationId = IdOf<'organization'>;
export type ProjectId = IdOf<'project'>;
export type ConfigurationVersionId = IdOf<'configurationVersion'>;
export type TokenId = IdOf<'token'>;
export type TagId = IdOf<'tag'>;

/** The kind of an identifier, for `node(id)`; `null` if it is none. */
export function kindOf(text: string): keyof Kinds | null {
  for (const name of kindNames) if (ids[name].is(text)) return name;
  return null;
}

const kindNames = Object.keys(ids).filter((name): name is keyof Kinds => name in ids);
