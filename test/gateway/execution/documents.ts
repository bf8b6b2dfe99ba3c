import {
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';
import { sentValue } from './sent-values.js';
import type { Choose } from './sent-values.js';
import type { GraphQLCompositeType, GraphQLField, GraphQLInputType, GraphQLSchema } from 'graphql';

export interface GeneratedDocument {
  readonly source: string;
  /** By name, the types as the document has them. */
  readonly variables: ReadonlyMap<string, GraphQLInputType>;
}

interface Variable {
  readonly type: GraphQLInputType;
  readonly unsaid: string | null;
}

const deepest = 5;

/** Documents of a schema: most are valid. */
export class DocumentWriter {
  readonly #variables = new Map<string, Variable>();
  readonly #fragments = new Map<string, { readonly on: string; readonly body: string }>();

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly choose: Choose,
  ) {}

  write(kind: 'query' | 'mutation'): GeneratedDocument {
    const root = kind === 'query' ? this.schema.getQueryType() : this.schema.getMutationType();
    if (!root) throw new Error(`there is no ${kind}`);
    const body = this.#selections(root, 0);
    const variables = [...this.#variables].map(
      ([name, { type, unsaid }]) => `$${name}: ${String(type)}${unsaid === null ? '' : ` = ${unsaid}`}`,
    );
    const fragments = [...this.#fragments].map(([name, { on, body: inner }]) => `fragment ${name} on ${on} ${inner}`);
    const head = variables.length === 0 ? kind : `${kind} Q(${variables.join(', ')})`;
    return {
      source: [`${head} ${body}`, ...fragments].join('\n'),
      variables: new Map([...this.#variables].map(([name, { type }]) => [name, type])),
    };
  }

  #chance(ofHundred: number): boolean {
    return this.choose(100) < ofHundred;
  }

  #one<T>(all: readonly T[]): T {
    const chosen = all[this.choose(all.length)];
    if (chosen === undefined) throw new Error('nothing to choose from');
    return chosen;
  }

  #selections(type: GraphQLCompositeType, depth: number): string {
    const parts = Array.from({ length: 1 + this.choose(4) }, () => this.#selection(type, depth));
    return `{ ${parts.join(' ')} __typename }`;
  }

  #selection(type: GraphQLCompositeType, depth: number): string {
    const kind = this.choose(10);
    if (kind === 0) return `__typename${this.#condition()}`;
    if (kind < 3 || (isAbstractType(type) && kind < 7)) return this.#fragment(type, depth);
    const fields = isObjectType(type) || 'getFields' in type ? Object.values(type.getFields()) : [];
    const fitting = depth >= deepest ? fields.filter((field) => isLeafType(getNamedType(field.type))) : fields;
    return fitting.length === 0 ? '__typename' : this.#field(type, this.#one(fitting), depth);
  }

  #fragment(type: GraphQLCompositeType, depth: number): string {
    const possible = isAbstractType(type) ? this.schema.getPossibleTypes(type) : [type];
    const inner = this.#chance(80) ? this.#one(possible) : type;
    if (this.#chance(40)) {
      const known = [...this.#fragments].filter(([, { on }]) => on === inner.name).map(([name]) => name);
      if (known.length > 0 && this.#chance(70)) return `...${this.#one(known)}${this.#condition()}`;
      const body = this.#selections(inner, depth + 1);
      const name = `F${this.#fragments.size}`;
      this.#fragments.set(name, { on: inner.name, body });
      return `...${name}${this.#condition()} ...${name}${this.#condition()}`;
    }
    const on = inner === type && this.#chance(50) ? '' : ` on ${inner.name}`;
    return `...${on}${this.#condition()} ${this.#selections(inner, depth + 1)}`;
  }

  #field(parent: GraphQLCompositeType, field: GraphQLField<unknown, unknown>, depth: number): string {
    const given = field.args.flatMap((argument) => {
      if (!isRequiredArgument(argument) && this.#chance(60)) return [];
      return [`${argument.name}: ${this.#value(argument.type, argument.defaultValue !== undefined, 0)}`];
    });
    const named = getNamedType(field.type);
    const inner = isCompositeType(named) ? ` ${this.#selections(named, depth + 1)}` : '';
    // What differs is called differently, or documents would seldom be valid.
    const alias =
      given.length > 0 || this.#chance(20)
        ? `a${this.choose(given.length > 0 ? 1e6 : 2)}_${parent.name}_${field.name}: `
        : '';
    return `${alias}${field.name}${given.length > 0 ? `(${given.join(', ')})` : ''}${this.#condition()}${inner}`;
  }

  #condition(): string {
    const kind = this.choose(10);
    if (kind > 2) return '';
    const value = () => (this.#chance(40) ? this.#one(['true', 'false']) : `$${this.#flag()}`);
    if (kind === 0) return ` @skip(if: ${value()})`;
    return kind === 1 ? ` @include(if: ${value()})` : ` @include(if: ${value()}) @skip(if: ${value()})`;
  }

  #flag(): string {
    const name = this.#one(['b0', 'b1', 'b2']);
    const type = this.schema.getDirective('skip')?.args[0]?.type;
    if (!type || !isNonNullType(type)) throw new Error('there is no @skip(if: Boolean!)');
    const shapes: Record<string, Variable> = {
      b0: { type, unsaid: null },
      b1: { type, unsaid: 'true' },
      // A variable that may be null and has a default may stand where nothing may be null.
      b2: { type: type.ofType, unsaid: 'false' },
    };
    const shape = shapes[name];
    if (shape) this.#variables.set(name, shape);
    return name;
  }

  /** A variable, or a literal. */
  #value(type: GraphQLInputType, hasDefault: boolean, depth: number): string {
    if (this.#chance(35)) {
      const name = `v${this.#variables.size}`;
      const nullable = isNonNullType(type) ? type.ofType : type;
      const shape = this.choose(4);
      if (shape === 0) this.#variables.set(name, { type, unsaid: this.#literal(type, 2, false) });
      else if (shape === 1 && hasDefault) this.#variables.set(name, { type: nullable, unsaid: null });
      else if (shape === 2) this.#variables.set(name, { type: nullable, unsaid: this.#literal(type, 2, false) });
      else this.#variables.set(name, { type, unsaid: null });
      return `$${name}`;
    }
    return this.#literal(type, depth, true);
  }

  #literal(type: GraphQLInputType, depth: number, mayVary: boolean): string {
    const inner = (of: GraphQLInputType, hasDefault = false) =>
      mayVary ? this.#value(of, hasDefault, depth + 1) : this.#literal(of, depth + 1, false);
    if (isNonNullType(type))
      return this.#literal(type.ofType, depth, mayVary).replace(/^null$/, () => this.#literal(type, depth, mayVary));
    if (this.#chance(8)) return 'null';
    if (isListType(type)) {
      if (this.#chance(20) && !isListType(type.ofType)) return this.#literal(type.ofType, depth, false);
      return `[${Array.from({ length: this.choose(3) }, () => inner(type.ofType)).join(', ')}]`;
    }
    if (isInputObjectType(type)) {
      const all = Object.values(type.getFields());
      if (type.isOneOf) {
        const field = this.#one(all);
        return `{ ${field.name}: ${this.#present(field.type, depth + 1)} }`;
      }
      const fields = all.flatMap((field) =>
        isRequiredInputField(field) || this.#chance(depth > 2 ? 10 : 40)
          ? [`${field.name}: ${inner(field.type, field.defaultValue !== undefined)}`]
          : [],
      );
      return `{ ${fields.join(', ')} }`;
    }
    if (isEnumType(type)) return this.#one(type.getValues()).name;
    return this.#scalar(type.name, mayVary);
  }

  #present(type: GraphQLInputType, depth: number): string {
    const literal = this.#literal(type, depth, false);
    return literal === 'null' ? this.#present(type, depth) : literal;
  }

  #scalar(name: string, mayVary: boolean): string {
    const number = this.choose(30);
    if (name === 'Int') return String(number);
    if (name === 'Float') return `${number}.5`;
    if (name === 'Boolean') return number % 2 === 0 ? 'true' : 'false';
    if (name === 'JSON')
      return `{ a: [1, "x", null, true], b: ${mayVary && number % 2 === 0 ? `$${this.#flag()}` : '2.5'} }`;
    if (name === 'DateTime') return `"2026-01-0${1 + (number % 9)}T00:00:00Z"`;
    if (name === 'Duration') return `"${number}h"`;
    if (name === 'BigInt') return number % 2 === 0 ? String(number) : '9007199254740993';
    if (name === 'SerialNumber') return `"0${number % 10}:ab"`;
    return `"t${number}"`;
  }

  /** Values of its variables, as a caller sends them: most are right. */
  values({ variables }: GeneratedDocument): Record<string, unknown> {
    const values: Record<string, unknown> = {};
    for (const [name, type] of variables) {
      if (this.#chance(15)) continue;
      values[name] = sentValue(type, this.choose);
    }
    if (this.#chance(5)) values['nobody'] = { asked: 'for' };
    return values;
  }
}
