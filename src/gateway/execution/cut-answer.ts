import { GraphQLError } from 'graphql';
import { spentOn } from './budget.js';
import { overLimit } from './limits.js';
import { selectedFor } from './fields.js';
import type { AnswerObject, SelectedField } from './selection.js';

/** A place of an answer whose objects on the way there are in no list. */
interface Place {
  readonly holder: AnswerObject;
  readonly field: SelectedField;
  readonly steps: readonly string[];
  /** Where the object lies that holds it; `null` for the answer itself. */
  readonly above: Place | null;
}

/**
 * Cuts the answer of a mutation that holds more text than may be sent. What is done is done, so its caller gets what fits: first the values of each object that
 * is in no list, those nearest to the mutation first, because a secret is shown only once; then the lists. What does not fit becomes null, with an error there.
 * @returns the errors; at most one for each field of the document
 */
export function cutAnswer(data: AnswerObject, characters: number, most: number): readonly GraphQLError[] {
  const cut = new Cut(characters, most);
  const lists: Place[] = [];
  let level: { readonly answer: AnswerObject; readonly at: Place | null }[] = [{ answer: data, at: null }];
  while (level.length > 0) {
    const next: typeof level = [];
    for (const { answer, at } of level) {
      for (const field of selectedFor(answer) ?? []) {
        const value = answer[field.name];
        const place = { holder: answer, field, steps: [...(at?.steps ?? []), field.name], above: at };
        if (isAnswer(value)) next.push({ answer: value, at: place });
        else if (holdsAnswers(value)) lists.push(place);
        else cut.keepOrCut(place);
      }
    }
    level = next;
  }
  for (const place of lists) cut.keepOrCut(place);
  return cut.errors;
}

class Cut {
  readonly errors: GraphQLError[] = [];
  #room: number;

  constructor(
    private readonly characters: number,
    private readonly most: number,
  ) {
    this.#room = most;
  }

  keepOrCut(place: Place): void {
    if (isGone(place.above)) return;
    const { holder, field } = place;
    const takes = spentOn({ [field.name]: holder[field.name] }).characters;
    if (takes <= this.#room) this.#room -= takes;
    else this.#cut(place);
  }

  /** The nearest place that may be null (GraphQL, October 2021, 6.4.4). One that must not be null at the top stays: it is short there. */
  #cut(place: Place): void {
    let nearest: Place | null = place;
    while (nearest && !nearest.field.isNullable) nearest = nearest.above;
    if (!nearest) return;
    nearest.holder[nearest.field.name] = null;
    const { message, extensions } = overLimit('text', this.characters, this.most);
    this.errors.push(
      new GraphQLError(`${message}. The change is made: this part of its answer is left out`, {
        path: nearest.steps,
        extensions,
      }),
    );
  }
}

/** Whether it is null meanwhile, or lies in what is. */
const isGone = (place: Place | null): boolean =>
  place !== null && (place.holder[place.field.name] === null || isGone(place.above));

const isAnswer = (value: unknown): value is AnswerObject =>
  typeof value === 'object' && value !== null && selectedFor(value) !== undefined;

const holdsAnswers = (value: unknown): boolean =>
  Array.isArray(value) && value.some((item) => isAnswer(item) || holdsAnswers(item));
