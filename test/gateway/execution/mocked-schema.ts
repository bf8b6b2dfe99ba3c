import {
  buildASTSchema,
  getNamedType,
  GraphQLError,
  isAbstractType,
  isEnumType,
  isIntrospectionType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  parse,
  printSchema,
} from 'graphql';
import type { GraphQLOutputType, GraphQLResolveInfo, GraphQLSchema } from 'graphql';

/** A number that a text always has, evenly spread. */
function numberOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** How an answer is made up: every value of it follows from the seed and from what is asked. */
export interface Made {
  readonly seed: number;
  /** Of a hundred values, how many are wrong, and how many are not there. */
  readonly wrong: number;
  readonly absent: number;
  /** Of a hundred values, how many come later. */
  readonly late: number;
}

/**
 * The schema as it is, its scalars and its enums too, with resolvers that make up what they answer. It is a copy: the schema of the process stays as it is.
 */
export function mockedSchema(real: GraphQLSchema): GraphQLSchema {
  const schema = buildASTSchema(parse(printSchema(real)), { assumeValid: true });
  for (const type of Object.values(schema.getTypeMap())) {
    if (isIntrospectionType(type)) continue;
    const original = real.getType(type.name);
    if (isScalarType(type) && isScalarType(original) && !isSpecifiedScalarType(type)) {
      type.parseValue = original.parseValue;
      type.parseLiteral = original.parseLiteral;
      type.serialize = (value) => value;
    } else if (isEnumType(type) && isEnumType(original)) {
      // Values inside are others than those shown, as they may be.
      for (const value of type.getValues())
        Object.assign(value, { value: original.getValue(value.name)?.value as unknown });
    } else if (isObjectType(type)) {
      for (const field of Object.values(type.getFields())) {
        // Leaves lie there in most of our types, and others have a method.
        const lies = field.args.length === 0 && isLeafType(getNamedType(field.type)) && numberOf(field.name) % 2 === 0;
        if (!lies) field.resolve = (_source, args, context, info) => madeUp(context, info, args);
      }
    } else if (isAbstractType(type)) {
      type.resolveType = (value: unknown) =>
        typeof value === 'object' && value !== null && '__typename' in value ? String(value.__typename) : undefined;
    }
  }
  return schema;
}

function madeUp(context: unknown, info: GraphQLResolveInfo, args: unknown): unknown {
  const made = isMade(context) ? context : { seed: 0, wrong: 0, absent: 0, late: 0 };
  const place = `${placeOf(info.path)} ${info.parentType.name}.${info.fieldName} ${info.fieldNodes.length}`;
  const key = `${made.seed} ${place} ${JSON.stringify(args, (_name, value: unknown) => shownValue(value))}`;
  const value = () => valueOf(made, key, info.returnType, info.schema);
  const when = numberOf(`${key} when`);
  if (when % 100 >= made.late) return value();
  return later(1 + (when % 5)).then(value);
}

function isMade(context: unknown): context is Made {
  return typeof context === 'object' && context !== null && 'seed' in context;
}

const shownValue = (value: unknown): unknown => (typeof value === 'bigint' ? `${value}n` : value);

async function later(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
}

function placeOf(path: GraphQLResolveInfo['path'] | undefined): string {
  return path ? `${placeOf(path.prev)}/${path.typename ?? ''}.${path.key}` : '';
}

function valueOf(made: Made, key: string, type: GraphQLOutputType, schema: GraphQLSchema): unknown {
  const number = numberOf(key);
  if (number % 100 < made.wrong) return wrongValue(number, key);
  if (isNonNullType(type)) return valueOf(made, `${key}!`, type.ofType, schema);
  if (Math.floor(number / 100) % 100 < made.absent) return number % 2 === 0 ? null : undefined;
  if (isListType(type)) {
    const items = Array.from({ length: number % 4 }, (_item, index) => {
      const item = (): unknown => itemOf(made, `${key} ${index}`, type.ofType, schema);
      const when = numberOf(`${key} ${index} when`);
      return when % 300 < made.late ? later(1 + (when % 3)).then(item) : item();
    });
    return number % 17 === 0 ? new Set(items) : items;
  }
  if (isEnumType(type)) {
    const values = type.getValues();
    return values[number % values.length]?.value;
  }
  if (isScalarType(type)) return scalarOf(type.name, number);
  const named = isAbstractType(type)
    ? schema.getPossibleTypes(type)[number % schema.getPossibleTypes(type).length]
    : type;
  if (!isObjectType(named)) throw new Error(`nothing is of the type ${String(type)}`);
  return objectOf(made, key, named.name, schema);
}

/** In a list nothing can be thrown: an error stands for it. */
function itemOf(made: Made, key: string, type: GraphQLOutputType, schema: GraphQLSchema): unknown {
  try {
    return valueOf(made, key, type, schema);
  } catch (error) {
    return error;
  }
}

function wrongValue(number: number, key: string): unknown {
  const message = `wrong ${key.length}`;
  switch (number % 3) {
    case 0:
      return new Error(message);
    case 1:
      throw new GraphQLError(message, { extensions: { code: 'WRONG', number } });
    default:
      throw new Error(message);
  }
}

function scalarOf(name: string, number: number): unknown {
  if (name === 'Int') return number % 1000;
  if (name === 'Float') return number / 7;
  if (name === 'Boolean') return number % 2 === 0;
  // Objects are no text: serializing them fails.
  if (name === 'String' && number % 97 === 0) return { no: 'text' };
  return name === 'JSON' ? { number } : `${name} ${number % 1000}`;
}

function objectOf(made: Made, key: string, name: string, schema: GraphQLSchema): object {
  const type = schema.getType(name);
  const fields = isObjectType(type) ? Object.values(type.getFields()).filter(({ resolve }) => !resolve) : [];
  const entries = fields.map((field, index) => {
    const own = `${key} ${field.name}`;
    const value = itemOf(made, own, field.type, schema);
    return [field.name, index % 11 === 0 ? () => value : value] as const;
  });
  return { __typename: name, ...Object.fromEntries(entries) };
}
