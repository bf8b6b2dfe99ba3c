/** Longest text of a list, with commas or as JSON: parsing costs far more than storing. */
export const longestList = 1_048_576;

/**
 * Reads a list in the same way for checks and for use: an array, text with a JSON array, or text with commas. White space around items and empty items between
 * commas are ignored.
 * @param textOf reads an item; `undefined` if it is not valid
 */
export function readTexts(
  value: unknown,
  textOf: (item: unknown) => string | undefined,
): readonly string[] | undefined {
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => textOf(item)?.trim());
    return items.every((item) => item !== undefined) ? items : undefined;
  }
  const text = textOf(value);
  if (text === undefined || text.length > longestList) return undefined;
  const array = jsonArray(text);
  if (array) return readTexts(array, textOf);
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function jsonArray(text: string): readonly unknown[] | undefined {
  if (!text.trimStart().startsWith('[')) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
