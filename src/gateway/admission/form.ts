import { problem } from '../../platform/problems.js';
import { mostValues } from './json-shape.js';

/**
 * Parses the fields of a form (`application/x-www-form-urlencoded`). A name that occurs several times has its values with commas between them, which is how
 * lists are written there.
 * @throws MALFORMED_BODY: not UTF-8, or escapes that are none; BODY_TOO_LARGE: more fields than a JSON document may have values
 */
export function parseForm(bytes: Buffer): Readonly<Record<string, string>> {
  const fields = bytes.toString('latin1').split('&', mostValues + 1);
  if (fields.length > mostValues)
    throw problem('BODY_TOO_LARGE', `The request body holds more than ${mostValues} values`);
  const values = new Map<string, string[]>();
  for (const field of fields) {
    if (field === '') continue;
    const [name = '', ...rest] = field.split('=');
    const [key, value] = [decoded(name), decoded(rest.join('='))];
    const before = values.get(key);
    if (before) before.push(value);
    else values.set(key, [value]);
  }
  return Object.fromEntries([...values].map(([name, all]) => [name, all.join(',')]));
}

function decoded(text: string): string {
  try {
    // Octets that are not escaped are escaped first, so that all of them are read as UTF-8 together.
    const escaped = text
      .replaceAll('+', ' ')
      .replaceAll(/[\u0080-\u00ff]/g, (octet) => `%${octet.charCodeAt(0).toString(16)}`);
    return decodeURIComponent(escaped);
  } catch {
    throw problem('MALFORMED_BODY', 'error parsing form data');
  }
}

/** As OpenBao has it: `curl -d` says that it sends a form, whatever it sends. */
export const looksLikeJson = (bytes: Buffer): boolean => /^[ \t\r\n]*[{[]/.test(bytes.toString('latin1', 0, 512));
