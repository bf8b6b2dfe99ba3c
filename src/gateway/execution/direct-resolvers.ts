import { isObjectType } from 'graphql';
import type { GraphQLFieldResolver, GraphQLNamedType, GraphQLSchema } from 'graphql';
import { getMetadataStorage } from 'type-graphql';

type Recorded = Pick<
  ReturnType<typeof getMetadataStorage>['queries'][number],
  'target' | 'methodName' | 'schemaName' | 'params' | 'middlewares' | 'roles'
>;
type Parameter = NonNullable<Recorded['params']>[number];
type Resolve = GraphQLFieldResolver<unknown, unknown, Readonly<Record<string, unknown>>>;
type Method = (this: object, ...parameters: unknown[]) => unknown;

/**
 * Gives every field whose method needs only its object, the context, the info or single arguments a resolver that calls that method directly. type-graphql looks
 * up the class, sorts and builds the parameters at every call of every field: for a state version with a dozen such fields, a fifth of the request. It also
 * makes an object of the class of an input, of each of its fields, and waits for a validation that is off: the coerced value has the same fields.
 */
export function resolveDirectly(schema: GraphQLSchema, resolvers: readonly object[]): void {
  const { fieldResolvers, objectTypes, queries, mutations } = getMetadataStorage();
  const names = new Map(objectTypes.map(({ target, name }) => [target, name]));
  const instances = new Map<object, object>();
  const resolveIn = (type: GraphQLNamedType | null | undefined, recorded: Recorded): void => {
    const { target, methodName, schemaName, params = [], middlewares = [], roles } = recorded;
    if (middlewares.length > 0 || roles !== undefined || !resolvers.includes(target)) return;
    const shown = isObjectType(type) ? type.getFields()[schemaName] : undefined;
    const instance: unknown = instances.get(target) ?? Reflect.construct(target, []);
    if (!shown || typeof instance !== 'object' || instance === null) return;
    instances.set(target, instance);
    const method: unknown = Reflect.get(instance, methodName);
    const resolve = isMethod(method) ? direct(instance, method, params) : null;
    if (resolve) shown.resolve = resolve;
  };
  for (const field of fieldResolvers) {
    if (field.kind === 'external')
      resolveIn(schema.getType(names.get(field.getObjectType?.() ?? field.target) ?? ''), field);
  }
  for (const query of queries) resolveIn(schema.getQueryType(), query);
  for (const mutation of mutations) resolveIn(schema.getMutationType(), mutation);
}

/** `null` if a parameter must be built from several arguments. */
function direct(instance: object, method: Method, params: readonly Parameter[]): Resolve | null {
  const read = params.toSorted((left, right) => left.index - right.index).map(reader);
  if (!read.every((each) => each !== null)) return null;
  const [first, second] = read;
  if (!first) return () => method.call(instance);
  if (!second) return (root, args, context, info) => method.call(instance, first(root, args, context, info));
  if (read.length > 2)
    return (...given) =>
      method.apply(
        instance,
        read.map((each) => each(...given)),
      );
  return (...given) => method.call(instance, first(...given), second(...given));
}

function reader(param: Parameter): Resolve | null {
  switch (param.kind) {
    case 'context':
      return param.propertyName === undefined ? (_root, _args, context) => context : null;
    case 'root':
      return param.propertyName === undefined && !param.getType ? (root) => root : null;
    case 'info':
      return (_root, _args, _context, info) => info;
    case 'arg': {
      const { name, validateFn } = param;
      const validated: unknown = Reflect.get(param, 'validateSettings');
      return validateFn || validated ? null : (_root, args) => args[name];
    }
    default:
      return null;
  }
}

function isMethod(value: unknown): value is Method {
  return typeof value === 'function';
}
