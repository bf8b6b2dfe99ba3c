import { AcmeProblem, malformed } from './acme-problem.js';

const most = 10;

/** Whether a text has characters that no name and no address has, and that databases do not hold. */
export const hasControls = (text: string): boolean => /\p{Cc}/u.test(text);

/** The addresses of an account (RFC 8555 §7.3): e-mail alone, one each (RFC 6068 without header fields). @throws AcmeProblem */
export function readContacts(given: unknown): readonly string[] {
  if (given === undefined || given === null) return [];
  if (!Array.isArray(given)) throw malformed('contact is not a list of addresses');
  if (given.length > most) throw new AcmeProblem('invalidContact', `an account may have at most ${most} addresses`);
  return given.map((each: unknown) => {
    if (typeof each !== 'string' || each.length > 320) throw new AcmeProblem('invalidContact', 'an address is no text');
    if (!/^mailto:/i.test(each))
      throw new AcmeProblem('unsupportedContact', 'only addresses with mailto: can be contacts here');
    if (!/^mailto:[^\s@,?]+@[^\s@,?]+$/i.test(each) || hasControls(each))
      throw new AcmeProblem('invalidContact', 'an address with mailto: must be one e-mail address');
    return each;
  });
}
