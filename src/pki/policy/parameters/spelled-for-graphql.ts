import { camel } from '../../../platform/wording.js';
import { parameters } from './table.js';

// Rules name one of the user_ids too.
const spelledOtherwise = [...Object.keys(parameters), 'user_id'].filter((name) => name.includes('_'));
const names = new RegExp(String.raw`\b(?:${spelledOtherwise.join('|')})\b`, 'g');

/**
 * A message of a rule, which has OpenBao's text, with the parameters as GraphQL spells them.
 * @param value the value in the message, which stays as it was given
 */
export function spelledForGraphql(message: string, value: string): string {
  const parts = value.search(names) === -1 ? [message] : message.split(value);
  return parts
    .map((part) => part.replaceAll(names, (name) => camel(name)))
    .join(value)
    .replace(/^error parsing /, '');
}
