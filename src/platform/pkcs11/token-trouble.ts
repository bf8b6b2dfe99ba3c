import type { TokenFault } from './token-messages.js';

/** A token did not do what it was asked for. The message goes on a sentence about the token. */
export class TokenTrouble extends Error {
  override readonly name = 'TokenTrouble';
  constructor(
    readonly fault: TokenFault,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** What errors of PKCS#11 mean (OASIS PKCS#11 3.1, section 5.1). */
const meanings: readonly (readonly [RegExp, TokenFault])[] = [
  [/^CKR_(?:PIN_\w+|USER_PIN_NOT_INITIALIZED)$/, 'pin'],
  [/^CKR_(?:SLOT_ID_INVALID|TOKEN_NOT_RECOGNIZED)$/, 'token'],
  [
    /^CKR_(?:MECHANISM_\w+|KEY_(?:TYPE_INCONSISTENT|FUNCTION_NOT_PERMITTED|SIZE_RANGE)|ATTRIBUTE_\w+|TEMPLATE_\w+|DATA_\w+|ENCRYPTED_DATA_\w+|ACTION_PROHIBITED|FUNCTION_NOT_SUPPORTED|CURVE_NOT_SUPPORTED|DOMAIN_PARAMS_INVALID|TOKEN_WRITE_PROTECTED|SESSION_READ_ONLY)$/,
    'refused',
  ],
];

/** Any error in the words of this folder. */
export function troubleOf(error: unknown): TokenTrouble {
  if (error instanceof TokenTrouble) return error;
  const said = error instanceof Error ? error.message.split('\n')[0] : String(error);
  const text = /CKR_\w+/.exec(said ?? '')?.[0] ?? said ?? '';
  const fault = meanings.find(([shape]) => shape.test(text))?.[1] ?? 'lost';
  return new TokenTrouble(fault, `it answers ${text}`, { cause: error });
}
