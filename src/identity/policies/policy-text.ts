import { problem } from '../../platform/problems.js';
import { readHcl } from './hcl.js';
import { repeatedKey } from './json-keys.js';
import { parameterStanzas, readParameterRules, StanzaFault } from './parameter-text.js';
import { isCapability, pathFault } from './rules.js';
import type { Capability, PolicyRule } from './rules.js';
import { readWrappingRules, WrappingFault, wrappingStanzas } from './wrapping-limits.js';

const field = ['policy'];
/** Characters of a policy, and `path` blocks in it. */
const limits = { text: 262_144, paths: 4_096 };

/**
 * The rules of a policy's text: HCL, or the same in JSON. Text that would have no effect is refused, not skipped: a policy that allows less than it seems to is
 * annoying, but one that allows more is a security hole.
 * @throws INVALID_INPUT with the problem and, for HCL, its line
 */
export function readPolicy(text: string): readonly PolicyRule[] {
  if (text.length > limits.text) throw refused(`it has more than ${limits.text} characters`);
  const rules = text.trimStart().startsWith('{') ? readJson(text) : readBlocks(text);
  if (rules.length > limits.paths) throw refused(`it has more than ${limits.paths} paths`);
  return rules;
}

function readBlocks(text: string): PolicyRule[] {
  const read = readHcl(text);
  if ('fault' in read) throw refused(read.fault);
  return read.blocks.map(({ path, attributes }) => ruleOf(path, attributes));
}

const twice = (key: string): string => `${JSON.stringify(key)} is given twice in one object`;

/** A part of a stored text that was lost when it was parsed: it was written before such texts were refused. */
export function lostBlock(text: string): string | null {
  const repeated = text.trimStart().startsWith('{') ? repeatedKey(text) : null;
  return repeated === null ? null : `${twice(repeated)}, and only the last counts`;
}

/** `{"path": {"pki/issue/+": {"capabilities": ["update"]}}}`; a list of such objects where one has several. */
function readJson(text: string): PolicyRule[] {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw refused('it is not valid JSON');
  }
  const repeated = repeatedKey(text);
  // If two blocks have one path, the parser would lose one, possibly the one that denies.
  if (repeated !== null) throw refused(`${twice(repeated)}: give several blocks for one path as a list`);
  const entries = entriesOf(document, 'the document');
  return entries.flatMap(([key, value]) => {
    if (key === 'name') return [];
    if (key !== 'path') throw refused(`invalid key "${key}"`);
    return each(value).flatMap((paths) =>
      entriesOf(paths, 'path').flatMap(([path, blocks]) =>
        each(blocks).map((block) => ruleOf(path, new Map(entriesOf(block, `path "${path}"`)))),
      ),
    );
  });
}

function ruleOf(given: string, attributes: ReadonlyMap<string, unknown>): PolicyRule {
  const path = given.replace(/^\//, '');
  const fault = pathFault(path);
  if (fault !== null) throw refused(fault);
  const unknown = [...attributes.keys()].find((key) => !stanzas.has(key));
  if (unknown !== undefined) throw refused(`path "${path}": "${unknown}" is not supported here`);
  return { path, capabilities: capabilitiesOf(path, attributes), ...limitsAt(path, attributes) };
}

const stanzas: ReadonlySet<string> = new Set([
  ...['capabilities', 'policy', 'comment'],
  ...parameterStanzas,
  ...wrappingStanzas,
]);

const written: readonly Capability[] = ['create', 'read', 'update', 'delete', 'list'];

/** What `policy = "…"` of older policies stands for (Vault's documentation, Policies). */
const shorthands: ReadonlyMap<unknown, readonly Capability[]> = new Map([
  ['deny', ['deny']],
  ['read', ['read', 'list']],
  ['write', written],
  ['sudo', [...written, 'sudo']],
]);

/** Without any, a block still counts: it takes away what a less specific one allows. */
function capabilitiesOf(path: string, attributes: ReadonlyMap<string, unknown>): readonly Capability[] {
  const capabilities = attributes.get('capabilities') ?? [];
  if (!Array.isArray(capabilities)) throw refused(`path "${path}": capabilities must be a list`);
  const wrong: unknown = capabilities.find((word) => !isCapability(word));
  if (wrong !== undefined) throw refused(`path "${path}": invalid capability ${JSON.stringify(wrong)}`);
  const shorthand = attributes.get('policy') ?? '';
  const added = shorthand === '' ? [] : shorthands.get(shorthand);
  if (!added) throw refused(`path "${path}": invalid policy ${JSON.stringify(shorthand)}`);
  return [...new Set([...capabilities.filter(isCapability), ...added])];
}

function limitsAt(path: string, attributes: ReadonlyMap<string, unknown>) {
  try {
    return { ...readParameterRules(attributes), ...readWrappingRules(attributes) };
  } catch (error) {
    if (error instanceof StanzaFault || error instanceof WrappingFault)
      throw refused(`path "${path}": ${error.message}`);
    throw error;
  }
}

function entriesOf(value: unknown, what: string): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refused(`${what} must be an object`);
  return Object.entries(value);
}

function each(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

export function refused(reason: string) {
  return problem(
    'INVALID_INPUT',
    { inVault: `failed to parse policy: ${reason}`, inGraphql: `policy: ${reason}` },
    field,
  );
}
