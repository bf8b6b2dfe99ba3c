import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { getNamedType, isObjectType, Kind, parse, separateOperations } from 'graphql';
import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { isProblemCode } from '../../platform/problem-catalogue/catalogue.js';
import { problems, ProblemError } from '../../platform/problems.js';
import type { Problem } from '../../platform/problems.js';
import { projectFolder } from '../../platform/project-folder.js';
import { isRecord } from '../../platform/is-record.js';

const folder = new URL('graphql/rest/', projectFolder);

/** The operations of a folder below graphql/rest by name, each with its fragments. */
export function readOperations(name: string): ReadonlyMap<string, DocumentNode> {
  const path = fileURLToPath(new URL(`${name}/`, folder));
  const files = readdirSync(path).filter((file) => file.endsWith('.graphql'));
  const source = files.map((file) => readFileSync(`${path}${file}`, 'utf8')).join('\n');
  return separated(source);
}

/** Nobody is told where in them something stands: places would hold every token of the sources in memory. */
export function separated(source: string): ReadonlyMap<string, DocumentNode> {
  return new Map(source.trim() === '' ? [] : Object.entries(separateOperations(parse(source, { noLocation: true }))));
}

/**
 * The names of mutation payloads in an operation's result, to check for problems.
 * @throws Error for a payload whose problems are not selected: they would be lost
 */
export function payloadNames(schema: GraphQLSchema, document: DocumentNode): readonly string[] {
  const operation = document.definitions.find(
    (node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION,
  );
  const root = operation && schema.getRootType(operation.operation);
  if (!root) return [];
  return operation.selectionSet.selections.flatMap((node) => {
    if (node.kind !== Kind.FIELD) return [];
    const field = root.getFields()[node.name.value];
    const type = field && getNamedType(field.type);
    if (!isObjectType(type) || !type.getFields()['problems']) return [];
    const asked = node.selectionSet?.selections.some(
      (inner) => inner.kind === Kind.FIELD && inner.name.value === 'problems' && !inner.alias,
    );
    const name = operation.name?.value ?? '';
    if (!asked) throw new Error(`the operation ${name} does not ask for problems { code message field }`);
    return [node.alias?.value ?? node.name.value];
  });
}

/** @throws ProblemError with the problems of the first payload that has some */
export function throwProblems(data: object, names: readonly string[]): void {
  for (const name of names) {
    const payload: unknown = Reflect.get(data, name);
    const found: unknown = isRecord(payload) ? payload['problems'] : undefined;
    if (!Array.isArray(found) || found.length === 0) continue;
    const [first, ...others] = found.map(problemOf);
    if (first) throw new ProblemError(first, ...others);
  }
}

function problemOf(value: unknown): Problem {
  const { code, message, field } = isRecord(value) ? value : {};
  if (typeof code !== 'string' || !isProblemCode(code)) return { code: 'INTERNAL', message: problems.INTERNAL };
  const path = Array.isArray(field) ? field.map(String) : undefined;
  return { code, message: typeof message === 'string' ? message : problems[code], ...(path && { field: path }) };
}
