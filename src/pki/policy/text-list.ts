/** Characters of a text that is a list, with commas or as JSON: taking it apart costs far more than carrying it. */
export const longestList = 1_048_576;

/**
 * The one reading of a list, for what policies judge and for what is done: an array, text that is a JSON array, or text with commas. White space around
 * items does not count, nor do empty items between commas.
 * @param textOf how an item is read; `undefined` for what is none
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
