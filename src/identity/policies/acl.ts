import { ParameterLimits } from './parameters.js';
import type { Asked } from './parameters.js';
import type { Capability, PolicyRule } from './rules.js';
import { WrappingLimits } from './wrapping-limits.js';

type Capabilities = ReadonlySet<Capability>;

/** What the rules for one path say together. */
interface Held {
  readonly capabilities: Capabilities;
  readonly limits: ParameterLimits | null;
  readonly wrapping: WrappingLimits | null;
}

interface Pattern {
  readonly path: string;
  /** The parts between slashes; the last one without the `*` of a glob. */
  readonly segments: readonly string[];
  readonly glob: boolean;
  /** Position of the first wildcard. */
  readonly firstWildcard: number;
  readonly wildSegments: number;
  readonly held: Held;
}

const nothing: Capabilities = new Set();
const denied: Held = { capabilities: new Set(['deny']), limits: null, wrapping: null };

/**
 * What several policies allow together. Rules for the same path are combined, including their parameters, but one `deny` among them leaves nothing. Among the
 * rules whose paths match a request, only the most specific one applies: the same path without wildcards, otherwise the last in {@link bySpecificity}.
 */
export class Acl {
  readonly #exact = new Map<string, Held>();
  /** Most specific first. */
  readonly #patterns: readonly Pattern[];
  /** What matches one of these is denied, whatever other rules say. */
  readonly #closed: readonly Pattern[];

  /** Whether any of the rules checks the parameters of requests, or whether their answers are wrapped. */
  readonly looksAtRequests: boolean;

  /** @param closed paths at which everything is denied, even if a rule is more specific */
  constructor(rules: Iterable<PolicyRule>, closed: readonly string[] = []) {
    const merged = new Map<string, PolicyRule[]>();
    for (const rule of rules) {
      const together = merged.get(rule.path);
      if (together) together.push(rule);
      else merged.set(rule.path, [rule]);
    }
    const patterns: Pattern[] = [];
    let looks = false;
    for (const [path, together] of merged) {
      const held = heldBy(together);
      looks ||= held.limits !== null || held.wrapping !== null;
      const pattern = patternOf(path, held);
      if (pattern) patterns.push(pattern);
      else this.#exact.set(path, held);
    }
    this.looksAtRequests = looks;
    this.#patterns = patterns.sort(bySpecificity).reverse();
    this.#closed = [...new Set(closed)].map((path) => splitPattern(path, denied));
  }

  /** What is allowed at a path; only `deny` if a rule says so, nothing if no rule matches. */
  at(path: string): Capabilities {
    return this.#at(path)?.capabilities ?? nothing;
  }

  /** Whether the parameters of a request satisfy the rule that applies at a path. */
  permits(path: string, asked: Asked): boolean {
    return this.#at(path)?.limits?.permit(asked) ?? true;
  }

  /** Whether the answer of a request at a path may wait so many seconds for its wrapping token; 0 stands for one that is sent as it is. */
  wraps(path: string, seconds: number): boolean {
    return this.#at(path)?.wrapping?.permit(seconds) ?? true;
  }

  /** The same for a list. */
  wrapsList(path: string, seconds: number): boolean {
    return this.#atList(path)?.wrapping?.permit(seconds) ?? true;
  }

  /** The path of a list ends with a slash, and its rule may be written without; one with the slash is more specific. */
  atList(path: string): Capabilities {
    return this.#atList(path)?.capabilities ?? nothing;
  }

  #atList(path: string): Held | undefined {
    const open = path.endsWith('/') ? path : `${path}/`;
    const bare = open.slice(0, -1);
    return (
      this.#closing(open) ??
      this.#closing(bare) ??
      this.#exact.get(open) ??
      this.#exact.get(bare) ??
      this.#fitting(open) ??
      this.#fitting(bare)
    );
  }

  /** Whether anything is allowed at some path below this one. */
  reaches(above: string): boolean {
    const segments = above.split('/');
    const below = [...this.#exact].some(([path, held]) => path.startsWith(`${above}/`) && isAllowed(held));
    return below || this.#patterns.some((pattern) => isAllowed(pattern.held) && fitsBelow(pattern, segments));
  }

  #at(path: string): Held | undefined {
    return this.#closing(path) ?? this.#exact.get(path) ?? this.#fitting(path);
  }

  #closing(path: string): Held | undefined {
    if (this.#closed.length === 0) return undefined;
    const segments = path.split('/');
    return this.#closed.find((pattern) => fits(pattern, segments))?.held;
  }

  #fitting(path: string): Held | undefined {
    const segments = path.split('/');
    return this.#patterns.find((pattern) => fits(pattern, segments))?.held;
  }
}

function heldBy(rules: readonly PolicyRule[]): Held {
  const capabilities = new Set(rules.flatMap((rule) => rule.capabilities));
  return capabilities.has('deny')
    ? denied
    : { capabilities, limits: ParameterLimits.of(rules), wrapping: WrappingLimits.of(rules) };
}

/** `null` for a path without wildcards. */
function patternOf(path: string, held: Held): Pattern | null {
  const pattern = splitPattern(path, held);
  return pattern.glob || pattern.wildSegments > 0 ? pattern : null;
}

function splitPattern(path: string, held: Held): Pattern {
  const glob = path.endsWith('*');
  const segments = (glob ? path.slice(0, -1) : path).split('/');
  const wildSegments = segments.filter((segment) => segment === '+').length;
  const firstPlus = wildSegments > 0 ? before(segments, segments.indexOf('+')) : path.length;
  const firstWildcard = Math.min(firstPlus, glob ? path.length - 1 : path.length);
  return { path, segments, glob, firstWildcard, wildSegments, held };
}

/** The number of characters before a segment, including the slash before it. */
const before = (segments: readonly string[], index: number): number =>
  segments.slice(0, index).reduce((length, segment) => length + segment.length + 1, 0);

function fits({ segments, glob }: Pattern, path: readonly string[]): boolean {
  if (glob ? path.length < segments.length : path.length !== segments.length) return false;
  const last = segments.length - 1;
  return segments.every((segment, index) => {
    const part = path[index] ?? '';
    if (glob && index === last) return part.startsWith(segment);
    return segment === '+' || part === segment;
  });
}

const isAllowed = ({ capabilities }: Held): boolean => capabilities.size > 0 && !capabilities.has('deny');

/** Whether a pattern matches some path below another. */
function fitsBelow({ segments, glob }: Pattern, above: readonly string[]): boolean {
  const last = segments.length - 1;
  if (glob && last < above.length) {
    const before = segments.slice(0, last).every((segment, index) => segment === '+' || segment === above[index]);
    return before && (above[last] ?? '').startsWith(segments[last] ?? '');
  }
  return segments.length > above.length && above.every((part, at) => segments[at] === '+' || segments[at] === part);
}

/** Vault's order, least specific first: each line decides if the previous ones do not. */
function bySpecificity(one: Pattern, other: Pattern): number {
  return (
    one.firstWildcard - other.firstWildcard ||
    Number(other.glob) - Number(one.glob) ||
    other.wildSegments - one.wildSegments ||
    one.path.length - other.path.length ||
    (one.path < other.path ? -1 : 1)
  );
}
