/** The types of problems (RFC 8555 §6.7, RFC 9773 §7.4, draft-aaron-acme-profiles §7), each with its usual status. */
const problemTypes = {
  accountDoesNotExist: 400,
  alreadyReplaced: 409,
  alreadyRevoked: 400,
  badCSR: 400,
  badNonce: 400,
  badPublicKey: 400,
  badRevocationReason: 400,
  badSignatureAlgorithm: 400,
  connection: 400,
  dns: 400,
  externalAccountRequired: 403,
  incorrectResponse: 403,
  invalidContact: 400,
  invalidProfile: 400,
  malformed: 400,
  orderNotReady: 403,
  rateLimited: 429,
  rejectedIdentifier: 403,
  serverInternal: 500,
  unauthorized: 403,
  unsupportedContact: 400,
  unsupportedIdentifier: 400,
} as const satisfies Readonly<Record<string, number>>;

export type AcmeProblemType = keyof typeof problemTypes;

/** A name as orders have it (RFC 8555 §7.1.4, RFC 8738). */
export interface Identifier {
  readonly type: 'dns' | 'ip';
  readonly value: string;
}

/** A problem of one name among several. */
export interface Subproblem {
  readonly type: AcmeProblemType;
  readonly detail: string;
  readonly identifier: Identifier;
}

interface More {
  readonly status?: number;
  readonly subproblems?: readonly Subproblem[];
  /** The algorithms that are accepted (RFC 8555 §6.2). */
  readonly algorithms?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** For clients of Vault (RFC 9457 §3.2: what others do not know they ignore). */
  readonly errors?: readonly string[];
}

/** Why a request by ACME is refused, for its client. */
export class AcmeProblem extends Error {
  override readonly name = 'AcmeProblem';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly #more: More;

  constructor(
    readonly type: AcmeProblemType,
    message: string,
    more: More = {},
    options?: ErrorOptions,
  ) {
    super(message.length > longest ? `${message.slice(0, longest)}…` : message, options);
    this.status = more.status ?? problemTypes[type];
    this.headers = more.headers ?? {};
    this.#more = more;
  }

  /** The problem document (RFC 9457). */
  get document(): Readonly<Record<string, unknown>> {
    const { subproblems = [], algorithms, errors } = this.#more;
    return {
      type: urnOf(this.type),
      detail: this.message,
      status: this.status,
      ...(algorithms && { algorithms }),
      ...(errors && { errors }),
      ...(subproblems.length > 0 && {
        subproblems: subproblems.map(({ type, ...rest }) => ({ type: urnOf(type), ...rest })),
      }),
    };
  }
}

const longest = 2_000;

const urnOf = (type: AcmeProblemType): string => `urn:ietf:params:acme:error:${type}`;

export const malformed = (why: string): AcmeProblem => new AcmeProblem('malformed', why);
export const unauthorized = (why: string): AcmeProblem => new AcmeProblem('unauthorized', why);
/** There is nothing of that name, or it is of somebody else. */
export const notFound = (what: string): AcmeProblem =>
  new AcmeProblem('malformed', `there is no such ${what}`, { status: 404 });
