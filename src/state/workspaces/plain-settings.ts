import type { WorkspaceRow } from '../../platform/database/models.js';
import type { TypeThunk } from '../../platform/graphql/declare.js';
import { DateTime } from '../../platform/graphql/scalars.js';
import type { TextRuleName } from '../text-rules.js';

/** A setting with its own column: its complete definition. */
export interface Setting<Value> {
  readonly type: TypeThunk;
  /** The value at creation, and after a caller sends null: the default of the column. `null` for a setting that may be unset. */
  readonly preset: Value;
  /** The rule for a text. */
  readonly rule?: TextRuleName;
  /** Its description in a workspace. */
  readonly shown: string;
  /** Its description in an input. */
  readonly given: string;
}

type Descriptions = Pick<Setting<unknown>, 'shown' | 'given'>;

const flag = (preset: boolean, descriptions: Descriptions): Setting<boolean> => ({
  type: () => Boolean,
  preset,
  ...descriptions,
});
const text = (rule: TextRuleName, preset: string, descriptions: Descriptions): Setting<string> => ({
  type: () => String,
  rule,
  preset,
  ...descriptions,
});
const optionalText = (rule: TextRuleName, descriptions: Descriptions): Setting<string | null> => ({
  type: () => String,
  rule,
  preset: null,
  ...descriptions,
});
const optionalTime = (descriptions: Descriptions): Setting<Date | null> => ({
  type: () => DateTime,
  preset: null,
  ...descriptions,
});

/** The settings of a workspace with a column each. `docs/architecture.md`, "A setting of a workspace", says what else a new one needs. */
export const plainSettings = {
  description: text('workspaceDescription', '', {
    shown: 'Its purpose. Empty if there is no description.',
    given: 'The purpose of the workspace.',
  }),
  terraformVersion: text('engineVersion', 'latest', {
    shown: 'The engine version that it expects, or `latest`.',
    given: 'The engine version, or `latest`.',
  }),
  workingDirectory: text('path', '', {
    shown: 'Folder of the repository in which the engine runs. Empty for its root.',
    given: 'Folder of the repository in which the engine runs.',
  }),
  autoApply: flag(false, {
    shown: 'Whether successful plans are applied without confirmation.',
    given: 'Whether successful plans are applied without confirmation.',
  }),
  autoApplyRunTrigger: flag(false, {
    shown: 'Whether successful plans are applied without confirmation in runs that another workspace triggered.',
    given: 'Whether successful plans are applied without confirmation in runs that another workspace triggered.',
  }),
  allowDestroyPlan: flag(true, {
    shown: 'Whether destroy plans may be queued.',
    given: 'Whether destroy plans may be queued.',
  }),
  fileTriggersEnabled: flag(true, {
    shown: 'Whether only pushes that change watched files start a run.',
    given: 'Whether only pushes that change watched files start a run.',
  }),
  queueAllRuns: flag(false, {
    shown: 'Whether runs are queued from the first push on.',
    given: 'Whether runs are queued from the first push on.',
  }),
  speculativeEnabled: flag(true, {
    shown: 'Whether pull requests start speculative plans.',
    given: 'Whether pull requests start speculative plans.',
  }),
  structuredRunOutputEnabled: flag(true, {
    shown: 'Whether the output of runs is shown in structured form instead of as text.',
    given: 'Whether the output of runs is shown in structured form instead of as text.',
  }),
  assessmentsEnabled: flag(false, {
    shown: 'Whether drift is checked regularly.',
    given: 'Whether drift is checked regularly.',
  }),
  globalRemoteState: flag(false, {
    shown: 'Whether every workspace of the organization may read its state.',
    given: 'Whether every workspace of the organization may read its state.',
  }),
  projectRemoteState: flag(false, {
    shown: 'Whether every workspace of its project may read its state.',
    given: 'Whether every workspace of its project may read its state. Excludes `globalRemoteState`.',
  }),
  autoDestroyAt: optionalTime({
    shown: 'When its resources are to be destroyed.',
    given: 'When its resources are to be destroyed.',
  }),
  autoDestroyDuration: optionalText('duration', {
    shown:
      'After how long without activity its resources are to be destroyed, such as `14d`. Only kept: nothing is destroyed.',
    given: 'After how long without activity its resources are to be destroyed, such as `14d`.',
  }),
  inheritsProjectAutoDestroy: flag(true, {
    shown: 'Whether it uses the auto-destroy setting of its project.',
    given:
      'Whether it uses the auto-destroy setting of its project. Defaults to false if it is given a setting of its own, and to true otherwise.',
  }),
  sourceName: optionalText('source', {
    shown: 'Name of the tool that created it.',
    given: 'Name of the tool that created the workspace.',
  }),
  sourceUrl: optionalText('webAddress', {
    shown: 'Address of the tool that created it.',
    given: 'Address of the tool that created the workspace.',
  }),
} as const satisfies { readonly [Name in keyof WorkspaceRow]?: Setting<WorkspaceRow[Name]> };

export type PlainSettings = {
  -readonly [Name in keyof typeof plainSettings]: (typeof plainSettings)[Name] extends Setting<infer Value>
    ? Value
    : never;
};

/** The settings as fields of the schema: of the type of a workspace, and of its inputs. */
export const plainFields = Object.entries<Setting<unknown>>(plainSettings).map(([name, setting]) => {
  const { type, preset, shown, given } = setting;
  return {
    name,
    type,
    shown: { nullable: preset === null, description: shown },
    given: { nullable: true, description: given },
  };
});
