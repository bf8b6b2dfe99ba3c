import type { Connection, PageAsked } from '../../platform/graphql/connection.js';
import { ascending, connectionOf, keyset, placeOf, text } from '../../platform/graphql/keyset.js';
import type { StateVersionOutputId } from '../../platform/ids.js';
import { problem } from '../../platform/problems.js';
import type { StateVersionOutput } from './output.type.js';

const key = keyset<{ readonly id: string }>({ id: ascending(text) });

/**
 * A page of a version's outputs. The version's row has their ids in order of the names, so the ids of the page are known before anything is read.
 * @param output loads one of them, together with the others of the page
 * @throws INVALID_PARAMETER for a cursor of another list
 */
export async function pageOfOutputs(
  ids: readonly StateVersionOutputId[],
  page: PageAsked,
  output: (id: StateVersionOutputId) => Promise<StateVersionOutput | null>,
): Promise<Connection<StateVersionOutput>> {
  const from = page.after === null ? 0 : placeIn(ids, 'after', page.after) + 1;
  const to = page.before === null ? ids.length : placeIn(ids, 'before', page.before);
  const forward = page.from === 'start';
  const asked = forward
    ? ids.slice(from, Math.min(to, from + page.size + 1))
    : ids.slice(Math.max(from, to - page.size - 1), Math.max(from, to));
  // One more than the page needs tells that there are more.
  const unneeded = asked.length <= page.size ? undefined : forward ? asked.at(-1) : asked[0];
  // In the order of the response, in which long texts are read together while they are sent.
  const fetched = await Promise.all(
    asked.map(async (id) => ({ key: { id }, node: id === unneeded ? null : await output(id) })),
  );
  return connectionOf(key, page, forward ? fetched : fetched.reverse(), () => ids.length);
}

function placeIn(ids: readonly string[], argument: string, cursor: string): number {
  const { id } = placeOf(key, argument, cursor);
  const place = id === undefined ? -1 : ids.indexOf(id);
  if (place < 0) throw problem('INVALID_PARAMETER', `${argument} is not a cursor of this list`, [argument]);
  return place;
}
