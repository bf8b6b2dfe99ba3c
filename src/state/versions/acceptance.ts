import { ProblemError, problemOf } from '../../platform/problems.js';
import type { Problem } from '../../platform/problems.js';

/** What a creator declares about the state. */
export interface DeclaredState {
  readonly serial: bigint;
  /** MD5 of the raw state, lower-case hex. */
  readonly md5: string;
  readonly lineage: string | null;
  /** Skips the checks of serial and lineage, but never the lock (`terraform state push -force`): the lineage of the content counts. */
  readonly force: boolean;
}

/** What the workspace knows: its newest version with content. */
export interface KnownState {
  readonly serial: bigint;
  readonly md5: string;
  /** The newest lineage: a version without one does not make the workspace forget it. */
  readonly lineage: string | null;
}

type KnownColumns = Readonly<Record<'knownMd5' | 'lineage', string | null>> & { readonly knownSerial: bigint | null };

/** `null` before the first content. */
export function knownState(workspace: KnownColumns): KnownState | null {
  const { knownSerial: serial, knownMd5: md5, lineage } = workspace;
  return serial === null || md5 === null ? null : { serial, md5, lineage };
}

/** What the bytes themselves contain. */
export interface FoundState {
  readonly serial: bigint;
  readonly md5: string;
  readonly lineage: string | null;
}

type Refusal = Problem | null;
type Rule = (declared: DeclaredState, known: KnownState) => Refusal;

const refuse = (
  code: 'LINEAGE_CONFLICT' | 'SERIAL_STALE' | 'MD5_CONFLICT',
  field: string,
  { serial, md5, lineage }: KnownState,
): Problem =>
  problemOf(code, undefined, [field], {
    facts: { currentSerial: serial, currentMd5: md5, currentLineage: lineage },
  });

/** Early engine versions wrote no lineage: if one side has none, there is nothing to compare. */
const lineageIsKept: Rule = (declared, known) =>
  declared.lineage !== null && known.lineage !== null && declared.lineage !== known.lineage
    ? refuse('LINEAGE_CONFLICT', 'lineage', known)
    : null;

const serialIsNotOlder: Rule = (declared, known) =>
  declared.serial < known.serial ? refuse('SERIAL_STALE', 'serial', known) : null;

/** An equal serial with an equal MD5 is the same state again, and becomes a new version. */
const sameSerialIsSameState: Rule = (declared, known) =>
  declared.serial === known.serial && declared.md5 !== known.md5 ? refuse('MD5_CONFLICT', 'md5', known) : null;

/** docs/http-surface.md, "State service". The first rule with a result decides. */
const rules: readonly Rule[] = [lineageIsKept, serialIsNotOlder, sameSerialIsSameState];

/** Why the workspace refuses this state after the known one, or `null` if it accepts it. */
export function refusalOf(declared: DeclaredState, known: KnownState | null): Refusal {
  if (known === null || declared.force) return null;
  for (const rule of rules) {
    const refusal = rule(declared, known);
    if (refusal) return refusal;
  }
  return null;
}

/** @throws LINEAGE_CONFLICT, SERIAL_STALE, MD5_CONFLICT if the workspace refuses this state after what it knows */
export function requireAcceptable(declared: DeclaredState, workspace: KnownColumns): void {
  const refusal = refusalOf(declared, knownState(workspace));
  if (refusal) throw new ProblemError(refusal);
}

/** Every declared property that the bytes do not match; empty if they match. */
export function mismatches(declared: DeclaredState, found: FoundState): readonly Problem[] {
  const rows: readonly [keyof FoundState, boolean, string][] = [
    ['md5', declared.md5 === found.md5, `the MD5 hash of the content is ${found.md5}`],
    ['serial', declared.serial === found.serial, `the serial inside the content is ${String(found.serial)}`],
    [
      'lineage',
      declared.force || declared.lineage === null || declared.lineage === found.lineage,
      `the lineage inside the content is ${found.lineage ?? 'absent'}`,
    ],
  ];
  return rows
    .filter(([, agrees]) => !agrees)
    .map(([field, , fact]) =>
      problemOf(
        'CONTENT_MISMATCH',
        `The ${field} declared for the state does not match its content: ${fact}`,
        [field],
        { facts: { found: found[field] === null ? null : String(found[field]) } },
      ),
    );
}
