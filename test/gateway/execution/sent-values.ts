import { isEnumType, isInputObjectType, isListType, isNonNullType, isRequiredInputField } from 'graphql';
import type { GraphQLInputType } from 'graphql';

/** A number from 0 up to, and without, the most. */
export type Choose = (most: number) => number;

/** Wrong for most types. */
const wrongValues: readonly unknown[] = [null, 'wrong', 1.5, [], {}, { wrong: true }, [[null]], 2 ** 40];

/** A value of a type, as a caller sends it: of a hundred parts of it, two are wrong. */
export function sentValue(type: GraphQLInputType, choose: Choose): unknown {
  const one = <T>(all: readonly T[]): T | undefined => all[choose(all.length)];
  return sent(type, 0);

  function sent(of: GraphQLInputType, depth: number): unknown {
    if (choose(100) < 2) return one(wrongValues);
    if (isNonNullType(of)) return sent(of.ofType, depth) ?? sent(of.ofType, depth);
    if (choose(100) < 8) return null;
    if (isListType(of)) {
      if (choose(100) < 15) return sent(of.ofType, depth + 1);
      return Array.from({ length: choose(3) }, () => sent(of.ofType, depth + 1));
    }
    if (isInputObjectType(of)) {
      const all = Object.values(of.getFields());
      const chosen = one(all);
      const fields =
        of.isOneOf && chosen
          ? [chosen]
          : all.filter((field) => isRequiredInputField(field) || choose(100) < (depth > 2 ? 10 : 50));
      return Object.fromEntries(fields.map((field) => [field.name, sent(field.type, depth + 1)]));
    }
    if (isEnumType(of)) return one(of.getValues())?.name;
    return scalar(of.name, choose(30));
  }
}

function scalar(type: string, number: number): unknown {
  if (type === 'Int') return number;
  if (type === 'Float') return number + 0.5;
  if (type === 'Boolean') return number % 2 === 0;
  if (type === 'JSON') return { a: [1, 'x', null] };
  if (type === 'DateTime') return '2026-01-01T00:00:00Z';
  if (type === 'Duration') return `${number}h`;
  if (type === 'BigInt') return number % 2 === 0 ? number : '9007199254740993';
  if (type === 'SerialNumber') return '01:ab';
  return type === 'ID' && number === 0 ? 7 : `t${number}`;
}
