import type { RestRequest } from '../route.js';

interface Tagged {
  readonly key: string;
  readonly value?: string;
}

const shape = /^filter\[tagged\]\[(\d{1,4})\]\[(key|value)\]$/;

/** `filter[tagged][0][key]=env` with `filter[tagged][0][value]=prod`; a number without a key is ignored. */
export function taggedFilters(request: Pick<RestRequest, 'queries'>): Tagged[] {
  const byNumber = new Map<string, { key?: string; value?: string }>();
  for (const [name, text] of request.queries('filter[tagged]')) {
    const [, number, part] = shape.exec(name) ?? [];
    if (number === undefined) continue;
    const tagged = byNumber.get(number) ?? {};
    if (part === 'key') tagged.key = text;
    else tagged.value = text;
    byNumber.set(number, tagged);
  }
  return [...byNumber.values()].flatMap(({ key, value }) =>
    key === undefined || key === '' ? [] : [{ key, ...(value !== undefined && value !== '' && { value }) }],
  );
}
