import { Kind, OperationTypeNode, visit } from 'graphql';
import type { DocumentNode, GraphQLError, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { OperationPlan } from './plan.js';
import { dearestField } from './dearest-field.js';
import type { FieldAt } from './dearest-field.js';
import { OperationCosts, operationWeight } from './operation-weight.js';
import { coercionOf } from './plain-values.js';
import { schemaWeight } from './schema-weight.js';
import type { Coercion } from './plain-values.js';
import type { OperationIdentity } from './operation-run.js';

/** Fields, counted once for each possible type, up to which plans are kept: a larger operation gets a new plan at each run. */
const mostPlanned = 1_000;

/** Combinations of skip and include whose plans are kept, for a small operation. */
const mostVariations = 16;

/** A document that can run, or the errors that prevent it. */
export type ReadDocument = PreparedDocument | { readonly errors: readonly GraphQLError[] };

/** A document that was parsed, measured and validated. Its operations are prepared on request. */
export class PreparedDocument {
  /** There are none: the other kind of document has some. */
  readonly errors = undefined;
  readonly #nodes = new Map<string, OperationDefinitionNode>();
  readonly #prepared = new Map<string, PreparedOperation>();
  #introspects: boolean | undefined;

  constructor(
    readonly schema: GraphQLSchema,
    readonly document: DocumentNode,
    /** SHA-256 of its text, hexadecimal. */
    readonly digest: string,
  ) {
    for (const node of document.definitions) {
      if (node.kind === Kind.OPERATION_DEFINITION) this.#nodes.set(node.name?.value ?? '', node);
    }
  }

  /** Names of its operations; empty for one without. */
  get names(): readonly string[] {
    return [...this.#nodes.keys()];
  }

  /** One of its operations reads the schema itself. */
  get introspects(): boolean {
    return (this.#introspects ??= asksForSchema(this.document));
  }

  /** @param name may be omitted if there is one operation @returns `undefined` if the document has no such operation, or the choice is unclear */
  operation(name: string | undefined): PreparedOperation | undefined {
    const asked = name ?? (this.#nodes.size === 1 ? this.names[0] : undefined);
    if (asked === undefined) return undefined;
    const known = this.#prepared.get(asked);
    const node = this.#nodes.get(asked);
    if (known || !node) return known;
    const prepared = new PreparedOperation(this, node);
    this.#prepared.set(asked, prepared);
    return prepared;
  }
}

/** Fields of `Query` that show the schema: GraphQL's own, and Apollo Federation's. */
const schemaFields = ['__schema', '__type', '_service'];

function asksForSchema(document: DocumentNode): boolean {
  const names = new Set<string>();
  visit(document, { Field: (field) => void names.add(field.name.value) });
  return schemaFields.some((name) => names.has(name));
}

/** An operation of a prepared document. What it needs to run is created at its first run, and once. */
export class PreparedOperation {
  readonly identity: OperationIdentity;
  readonly document: DocumentNode;
  readonly #schema: GraphQLSchema;
  #schemaWeight: number | undefined;
  #costs: OperationCosts | undefined;
  #coerce: Coercion | undefined;
  #plan: OperationPlan | undefined;

  constructor(
    private readonly prepared: PreparedDocument,
    readonly node: OperationDefinitionNode,
  ) {
    this.document = prepared.document;
    this.#schema = prepared.schema;
    this.identity = { name: node.name?.value, type: node.operation, digest: () => prepared.digest };
  }

  get introspects(): boolean {
    return this.prepared.introspects;
  }

  get isSubscription(): boolean {
    return this.node.operation === OperationTypeNode.SUBSCRIPTION;
  }

  get costs(): OperationCosts {
    return (this.#costs ??= new OperationCosts(this.#schema, this.document, this.node));
  }

  /** Objects of the schema itself that it shows; counting ends above `most`. */
  schemaWeight(most: number, variables: Readonly<Record<string, unknown>>): number {
    if (!this.introspects) return 0;
    const counted = () => schemaWeight(this.#schema, this.document, this.node, { most, variables });
    // A variable may name the type that is shown.
    return this.node.variableDefinitions?.length ? counted() : (this.#schemaWeight ??= counted());
  }

  /** The field to ask less of, of an operation that costs too much. */
  dearest(variables: Readonly<Record<string, unknown>>): FieldAt | null {
    return dearestField(this.#schema, this.document, this.node, variables);
  }

  get coerce(): Coercion {
    return (this.#coerce ??= coercionOf(this.#schema, this.node));
  }

  get plan(): OperationPlan {
    return (this.#plan ??= this.#planned());
  }

  #planned(): OperationPlan {
    const { planned } = operationWeight(this.#schema, this.document, this.node, {});
    const kept = Math.min(mostVariations, Math.floor(mostPlanned / Math.max(1, planned)));
    return new OperationPlan(this.#schema, this.document, this.node, kept);
  }
}
