/** A named step: its result is a variable for what comes after it. */
export interface ProgramVariable {
  readonly name: string;
  readonly expression: string;
}

/** OpenBao, PKI: the `cel_program` of a role: variables in their order, then the expression that decides. */
export interface Program {
  readonly variables: readonly ProgramVariable[];
  readonly expression: string;
}

/** What a program knows of a request. */
export interface ProgramInput {
  /** The parameters as the caller gave them. */
  readonly request: unknown;
  /** The content of the CSR, if there is one. */
  readonly parsedCsr?: unknown;
  /** In milliseconds since 1970. */
  readonly now: number;
  readonly entityId: string;
  readonly entityInfo: Readonly<Record<string, string>> | null;
}

/** A mistake, with the path of the part that has it. */
export interface ProgramFault {
  readonly field: string;
  readonly message: string;
}

export type ProgramResult =
  /** The program allows the request: its ValidationOutput as JSON. */
  | { readonly kind: 'allowed'; readonly output: string }
  /** The program refuses, with its own words if it has any. */
  | { readonly kind: 'refused'; readonly reason: string | null }
  /** The program is at fault. */
  | { readonly kind: 'failed'; readonly fault: ProgramFault };

export const programLimits = {
  /** Characters of one expression. */
  expression: 16_384,
  variables: 64,
  /** Characters of a whole program. */
  total: 65_536,
  name: 64,
  /** Brackets and signs in each other. */
  depth: 64,
  /** Characters of a result as JSON, and of a reason to refuse. */
  output: 65_536,
  reason: 1_024,
  /** Of one run. */
  milliseconds: 1_000,
  memoryMb: 64,
  /** Octets of all values of type bytes that a run makes: they are not in the memory above. */
  octets: 4_194_304,
} as const;

/** Names of the values that every program has. */
export const knownVariables = [
  ...['request', 'now', 'use_csr', 'parsed_csr'],
  ...['entity_id', 'entity_groups', 'entity_info', 'client_token'],
] as const;

/** CEL specification, syntax: words that are no identifiers. */
const reserved: readonly string[] = [
  ...['true', 'false', 'null', 'in', 'as', 'break', 'const', 'continue', 'else', 'for', 'function', 'if', 'import'],
  ...['let', 'loop', 'package', 'namespace', 'return', 'var', 'void', 'while'],
];

/** Faults that can be seen without parsing: sizes, depths and names. */
export function programFaults({ variables, expression }: Program): ProgramFault[] {
  const faults: ProgramFault[] = [];
  const total = variables.reduce((sum, { name, expression: own }) => sum + name.length + own.length, expression.length);
  if (variables.length > programLimits.variables) {
    faults.push({ field: 'variables', message: `there are more than ${programLimits.variables} variables` });
  }
  if (total > programLimits.total) {
    faults.push({ field: '', message: `the program has more than ${programLimits.total} characters` });
  }
  // What is too much is not looked at in detail.
  if (faults.length > 0) return faults;
  const taken = new Set<string>(knownVariables);
  for (const [index, { name, expression: own }] of variables.entries()) {
    const fault = nameFault(name, taken);
    if (fault !== undefined) faults.push({ field: `variables[${index}].name`, message: fault });
    taken.add(name);
    faults.push(...expressionFaults(`variables[${index}].expression`, own));
  }
  return [...faults, ...expressionFaults('expression', expression)];
}

function nameFault(name: string, taken: ReadonlySet<string>): string | undefined {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return 'the name is not an identifier';
  if (name.length > programLimits.name) return `the name has more than ${programLimits.name} characters`;
  if (name.startsWith('__')) return 'the name begins with two underscores';
  if (reserved.includes(name)) return `${name} is a reserved word`;
  return taken.has(name) ? `the name ${name} is already taken` : undefined;
}

function expressionFaults(field: string, expression: string): ProgramFault[] {
  if (expression.trim() === '') return [{ field, message: 'the expression is empty' }];
  if (expression.length > programLimits.expression) {
    return [{ field, message: `the expression has more than ${programLimits.expression} characters` }];
  }
  return depthOf(expression) > programLimits.depth
    ? [{ field, message: `the expression has more than ${programLimits.depth} brackets in each other` }]
    : [];
}

/** The deepest nesting of brackets. Those in strings count too: the bound is far above what a readable expression has. */
function depthOf(expression: string): number {
  let depth = 0;
  let deepest = 0;
  for (const sign of expression) {
    if ('([{'.includes(sign)) deepest = Math.max(deepest, (depth += 1));
    else if (')]}'.includes(sign)) depth = Math.max(0, depth - 1);
  }
  return deepest;
}
