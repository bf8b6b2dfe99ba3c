/** Why a request is refused (RFC 8894 3.2.1.4.2), by the numbers that messages have. */
export const failures = { badAlg: '0', badMessageCheck: '1', badRequest: '2', badTime: '3', badCertId: '4' } as const;
export type Failure = keyof typeof failures;

/** A refusal that the client is told in a signed message. Its text is for people (`failInfoText`), and holds nothing that tells how far a message was read. */
export class ScepRefusal extends Error {
  override readonly name = 'ScepRefusal';

  constructor(
    readonly failure: Failure,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message.length > longest ? `${message.slice(0, longest)}…` : message, options);
  }
}

const longest = 500;

/** All that is told of a message that is not as it should be, whether it could be decrypted or not. */
export const unreadable = (cause?: unknown): ScepRefusal =>
  new ScepRefusal('badMessageCheck', 'the message cannot be read', { cause });
