import {
  defaultFieldResolver,
  defaultTypeResolver,
  GraphQLError,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  locatedError,
} from 'graphql';
import type {
  GraphQLAbstractType,
  GraphQLLeafType,
  GraphQLList,
  GraphQLObjectType,
  GraphQLOutputType,
  GraphQLResolveInfo,
} from 'graphql';
import type { Path } from './field-errors.js';
import type { AnswerObject, Complete, Run, SelectedField, Selection } from './selection.js';

const known = new WeakMap<GraphQLOutputType, Complete>();

/** How values of a type are completed (GraphQL, October 2021, 6.4.3): decided once for each type, not for each value. */
export function completionOf(type: GraphQLOutputType): Complete {
  const made = known.get(type) ?? make(type);
  known.set(type, made);
  return made;
}

function make(type: GraphQLOutputType): Complete {
  if (isNonNullType(type)) return required(completionOf(type.ofType));
  if (isListType(type)) return present(list(type));
  if (isLeafType(type)) return present(leaf(type));
  if (isAbstractType(type)) return present(abstract(type));
  return present((run, field, path, value) => object(run, field, path, type, value));
}

/** For values that are not null. */
function present(complete: Complete): Complete {
  return (run, field, path, value) => {
    if (value instanceof Error) throw value;
    return value === null || value === undefined ? null : complete(run, field, path, value);
  };
}

function required(complete: Complete): Complete {
  return (run, field, path, value) => {
    const completed = complete(run, field, path, value);
    if (completed === null) throw new Error(`Cannot return null for non-nullable field ${nameOf(field)}.`);
    return completed;
  };
}

const nameOf = ({ parent, definition }: SelectedField) => `${parent.name}.${definition.name}`;

function leaf(type: GraphQLLeafType): Complete {
  return (_run, _field, _path, value) => {
    const shown: unknown = type.serialize(value);
    if (shown !== null && shown !== undefined) return shown;
    throw new Error(`The type ${type.name} shows nothing where there is a value.`);
  };
}

function list({ ofType }: GraphQLList<GraphQLOutputType>): Complete {
  const complete = completionOf(ofType);
  const isNullable = !isNonNullType(ofType);
  return (run, field, path, value) => {
    if (!isIterable(value)) {
      throw new GraphQLError(`Expected Iterable, but did not find one for field "${nameOf(field)}".`);
    }
    const items: unknown[] = [];
    const itemOf = (item: unknown): unknown => {
      const place: Path = { prev: path, key: items.length, typename: undefined };
      try {
        const completed = isPromise(item)
          ? item.then((resolved) => complete(run, field, place, resolved))
          : complete(run, field, place, item);
        return isPromise(completed)
          ? completed.then(undefined, (error: unknown) => failed(run, field, place, isNullable, error))
          : completed;
      } catch (error) {
        return failed(run, field, place, isNullable, error);
      }
    };
    try {
      for (const item of value) items.push(itemOf(item));
    } catch (error) {
      // Other items may fail too, whether they run or have not started: an unhandled rejection would end the process.
      for (const other of [...items, ...value]) if (isPromise(other)) other.then(undefined, () => undefined);
      throw error;
    }
    return items.some(isPromise) ? Promise.all(items) : items;
  };
}

function abstract(type: GraphQLAbstractType): Complete {
  const resolveType = type.resolveType ?? defaultTypeResolver;
  return (run, field, path, value) => {
    const name: unknown = resolveType(value, run.context, infoOf(run, field, path), type);
    return isPromise(name)
      ? name.then((found) => object(run, field, path, concreteType(run, field, type, found), value))
      : object(run, field, path, concreteType(run, field, type, name), value);
  };
}

/** @throws GraphQLError if the name does not belong to an object type of the abstract type */
function concreteType(
  { schema }: Run,
  field: SelectedField,
  abstractType: GraphQLAbstractType,
  name: unknown,
): GraphQLObjectType {
  const type = typeof name === 'string' ? schema.getType(name) : undefined;
  if (isObjectType(type) && schema.isSubType(abstractType, type)) return type;
  const found = typeof name === 'string' ? `"${name}"` : 'nothing';
  throw new GraphQLError(`What ${nameOf(field)} holds is of no type of ${abstractType.name}: ${found}`);
}

function object(run: Run, field: SelectedField, path: Path, type: GraphQLObjectType, value: unknown): unknown {
  const selection = field.selectionOn(type, run.variables);
  if (!type.isTypeOf) return answerOf(run, selection, value, path);
  const info = infoOf(run, field, path);
  const fits: unknown = type.isTypeOf(value, run.context, info);
  const shown = (isOfType: unknown) => {
    if (isOfType) return answerOf(run, selection, value, path);
    throw new GraphQLError(`What ${nameOf(field)} holds is not of the type ${type.name}`, { nodes: field.nodes });
  };
  return isPromise(fits) ? fits.then(shown) : shown(fits);
}

/** The fields of one object, started together. Returns a promise only if one of them is one. */
export function answerOf(
  run: Run,
  { fields, Answer }: Selection,
  source: unknown,
  path: Path | undefined,
): AnswerObject | Promise<AnswerObject> {
  const answer = new Answer();
  let waiting: { readonly name: string; readonly value: PromiseLike<unknown> }[] | undefined;
  try {
    for (const field of fields) {
      const value = valueOf(run, field, source, path);
      answer[field.name] = value;
      if (isPromise(value)) (waiting ??= []).push({ name: field.name, value });
    }
  } catch (error) {
    if (!waiting) throw error;
    // The results of the others are awaited, though nobody needs them: they may fail too.
    return allOf(answer, waiting).finally(() => {
      throw error;
    });
  }
  return waiting ? allOf(answer, waiting) : answer;
}

/** A response may have a field that is called `then`, so the class decides. */
export const isAnswerLater = (answer: AnswerObject | Promise<AnswerObject>): answer is Promise<AnswerObject> =>
  answer instanceof Promise;

function allOf(
  answer: AnswerObject,
  waiting: readonly { readonly name: string; readonly value: PromiseLike<unknown> }[],
): Promise<AnswerObject> {
  return Promise.all(waiting.map(({ value }) => value)).then((values) => {
    for (const [index, { name }] of waiting.entries()) answer[name] = values[index];
    return answer;
  });
}

/** The fields of a mutation, one after the other. */
export function serialAnswerOf(
  run: Run,
  { fields, Answer }: Selection,
  source: unknown,
): AnswerObject | Promise<AnswerObject> {
  const next = (answer: AnswerObject, field: SelectedField): AnswerObject | Promise<AnswerObject> => {
    const value = valueOf(run, field, source, undefined);
    // The name gets its position before the value is known.
    answer[field.name] = value;
    if (!isPromise(value)) return answer;
    return Promise.resolve(value).then((resolved) => {
      answer[field.name] = resolved;
      return answer;
    });
  };
  return fields.reduce<AnswerObject | Promise<AnswerObject>>(
    (before, field) => (isAnswerLater(before) ? before.then((answer) => next(answer, field)) : next(before, field)),
    new Answer(),
  );
}

function valueOf(run: Run, field: SelectedField, source: unknown, parent: Path | undefined): unknown {
  const { resolve } = field;
  const lies = !resolve && holds(source) ? source[field.definition.name] : undefined;
  if (field.isPlain(lies)) return lies;
  const path: Path = { prev: parent, key: field.name, typename: field.parent.name };
  try {
    const value: unknown =
      resolve || typeof lies === 'function'
        ? (resolve ?? defaultFieldResolver)(
            source,
            field.argumentsOf(run.variables),
            run.context,
            infoOf(run, field, path),
          )
        : lies;
    const completed = isPromise(value)
      ? value.then((resolved) => field.complete(run, field, path, resolved))
      : field.complete(run, field, path, value);
    return isPromise(completed)
      ? completed.then(undefined, (error: unknown) => failed(run, field, path, field.isNullable, error))
      : completed;
  } catch (error) {
    return failed(run, field, path, field.isNullable, error);
  }
}

const holds = (source: unknown): source is Readonly<Record<string, unknown>> =>
  (typeof source === 'object' && source !== null) || typeof source === 'function';

/** An error at a position: if it may be null, it becomes null; otherwise the error passes to the parent. @throws GraphQLError */
function failed(run: Run, { nodes }: SelectedField, path: Path, isNullable: boolean, cause: unknown): null {
  const error = locatedError(cause, nodes, stepsOf(path));
  if (!isNullable) throw error;
  run.errors.add(error, path);
  return null;
}

function infoOf(run: Run, { parent, definition, nodes }: SelectedField, path: Path): GraphQLResolveInfo {
  const { schema, fragments, root, operation, variables } = run;
  return {
    fieldName: definition.name,
    fieldNodes: nodes,
    returnType: definition.type,
    parentType: parent,
    path,
    schema,
    fragments,
    rootValue: root,
    operation,
    variableValues: variables,
  };
}

function stepsOf(path: Path): (string | number)[] {
  const steps: (string | number)[] = [];
  for (let place: Path | undefined = path; place; place = place.prev) steps.push(place.key);
  return steps.reverse();
}

const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' &&
  value !== null &&
  Symbol.iterator in value &&
  typeof value[Symbol.iterator] === 'function';

const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
