import { getNamedType, getNullableType, GraphQLError, isListType } from 'graphql';
import { spentOn } from './budget.js';
import { overLimit } from './limits.js';
import { selectedFor } from './fields.js';
import type { AnswerObject, SelectedField } from './selection.js';

/** What is left of the answer of a mutation. */
export interface CutAnswer {
  /** At most the characters that may be sent; `null` if even what may not be null is longer. */
  readonly data: AnswerObject | null;
  /** One for each place where something is left out. There are at most as many places as fields in the document: what a list holds is kept or left out with it. */
  readonly errors: readonly GraphQLError[];
}

/**
 * Cuts the answer of a mutation that holds more text than may be sent. What is done is done, so its caller gets what fits, in this order: problems, because
 * they tell what was not done; the values of each object that is in no list, those nearest to the mutation first, because a secret is shown only once; then the
 * lists. Of those equally near the shorter ones come first, wherever the document has them. What does not fit becomes null, or an empty list where a list must
 * not be null, with an error there.
 * @param data is changed
 * @param characters what `spentOn` counts in it
 * @param most characters that may be sent
 */
export function cutAnswer(data: AnswerObject, characters: number, most: number): CutAnswer {
  const { message, extensions } = overLimit('text', characters, most);
  const told = (what: string, path?: readonly string[]) =>
    new GraphQLError(`${message}. What the mutation did is done: ${what} left out`, { path, extensions });
  const least = emptied(data, []);
  if (least.characters > most) return { data: null, errors: [told('its whole answer is')] };
  const errors: GraphQLError[] = [];
  let room = most - least.characters;
  const atDepth: Place[][] = [];
  const wait = (places: readonly Place[]) => {
    for (const place of places) (atDepth[place.path.length] ??= []).push(place);
  };
  const putBack = ({ holder, field, value, characters: takes, places, path }: Place) => {
    if (takes > room) {
      errors.push(told('this part of its answer is', path));
      return;
    }
    room -= takes;
    holder[field.name] = value;
    wait(places);
  };
  const lists: Place[] = [];
  wait(least.places);
  for (let depth = 1; depth < atDepth.length; depth += 1) {
    for (const place of (atDepth[depth] ?? []).toSorted(inOrder)) {
      if (holdsAnswers(place.value) && !isOfProblems(place)) lists.push(place);
      else putBack(place);
    }
  }
  for (const place of lists) putBack(place);
  return { data, errors };
}

/** Where something was taken out of an answer that can be put back. */
interface Place {
  readonly holder: AnswerObject;
  readonly field: SelectedField;
  readonly path: readonly string[];
  /** An object without what has a place of its own; anything else is whole. */
  readonly value: unknown;
  /** What it takes besides the name of the field. */
  readonly characters: number;
  /** Those in the object, once it is back. */
  readonly places: readonly Place[];
}

/** What is left of an object without everything that can be left out: names, and what must not be null. */
type Emptied = Pick<Place, 'characters' | 'places'>;

function emptied(answer: AnswerObject, path: readonly string[]): Emptied {
  let characters = 0;
  const places: Place[] = [];
  for (const field of selectedFor(answer) ?? []) {
    const { name } = field;
    const value = answer[name];
    const at = [...path, name];
    const inner = isAnswer(value) ? emptied(value, at) : { characters: spentOn([value]).characters, places: [] };
    characters += name.length;
    const isList = isListType(getNullableType(field.definition.type));
    if (!field.isNullable && !isList) {
      characters += inner.characters;
      places.push(...inner.places);
    } else if (inner.characters > 0) {
      places.push({ holder: answer, field, path: at, value, ...inner });
      answer[name] = field.isNullable ? null : [];
    }
  }
  return { characters, places };
}

const isOfProblems = ({ field, value }: Place): boolean =>
  Array.isArray(value) && getNamedType(field.definition.type).name === 'Problem';

const inOrder = (one: Place, other: Place): number =>
  Number(isOfProblems(other)) - Number(isOfProblems(one)) || one.characters - other.characters;

const isAnswer = (value: unknown): value is AnswerObject =>
  typeof value === 'object' && value !== null && selectedFor(value) !== undefined;

const holdsAnswers = (value: unknown): boolean =>
  Array.isArray(value) && value.some((item) => isAnswer(item) || holdsAnswers(item));
