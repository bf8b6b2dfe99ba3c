import type { WorkspaceRow } from '../../platform/database/models.js';
import type { TypeThunk } from '../../platform/graphql/declare.js';
import { DateTime } from '../../platform/graphql/scalars.js';
import type { TextRuleName } from '../text-rules.js';

/** A setting that is a column of its own: all that is said of it. */
export interface Setting<Value> {
  readonly type: TypeThunk;
  /** What it is where nobody said, and again where a caller says null: the default of the column. `null` for a setting that may be unset. */
  readonly preset: Value;
  /** How a text is judged. */
  readonly rule?: TextRuleName;
  /** What it tells of a workspace. */
  readonly shown: string;
  /** What it does, in words for the caller. */
  readonly given: string;
}

type Descriptions = Pick<Setting<unknown>, 'shown' | 'given'>;

const flag = (preset: boolean, descriptions: Descriptions): Setting<boolean> => ({
  ...{ type: () => Boolean, preset },
  ...descriptions,
});
const text = (rule: TextRuleName, preset: string, descriptions: Descriptions): Setting<string> => ({
  ...{ type: () => String, rule, preset },
  ...descriptions,
});
const optionalText = (rule: TextRuleName, descriptions: Descriptions): Setting<string | null> => ({
  ...{ type: () => String, rule, preset: null },
  ...descriptions,
});
const optionalTime = (descriptions: Descriptions): Setting<Date | null> => ({
  ...{ type: () => DateTime, preset: null },
  ...descriptions,
});

/** The settings of a workspace that are a column each. `docs/architecture.md`, "A setting of a workspace", says what else one more needs. */
export const plainSettings = {
  description: text('workspaceDescription', '', {
    shown: 'What it is for; empty when nothing was given.',
    given: 'What the workspace is for.',
  }),
  terraformVersion: text('engineVersion', 'latest', {
    shown: 'The version of the engine that it expects, or `latest`.',
    given: 'The version of the engine, or `latest`.',
  }),
  workingDirectory: text('path', '', {
    shown: 'Folder of the repository where the engine runs; empty for its root.',
    given: 'Folder of the repository where the engine runs.',
  }),
  autoApply: flag(false, {
    shown: 'Successful plans are applied without asking.',
    given: 'Apply successful plans without asking.',
  }),
  autoApplyRunTrigger: flag(false, {
    shown: 'The same for runs that another workspace triggered.',
    given: 'The same for runs that another workspace triggered.',
  }),
  allowDestroyPlan: flag(true, { shown: 'Destroy plans may be queued.', given: 'Allow destroy plans.' }),
  fileTriggersEnabled: flag(true, {
    shown: 'Only pushes that touch the watched files start a run.',
    given: 'Start runs only for pushes that touch the watched files.',
  }),
  queueAllRuns: flag(false, {
    shown: 'Runs are queued from the very first push on.',
    given: 'Queue runs from the very first push on.',
  }),
  speculativeEnabled: flag(true, { shown: 'Pull requests are planned.', given: 'Plan pull requests.' }),
  structuredRunOutputEnabled: flag(true, {
    shown: 'Run output is shown structured instead of as text.',
    given: 'Show run output structured.',
  }),
  assessmentsEnabled: flag(false, {
    shown: 'Drift is looked for from time to time.',
    given: 'Look for drift from time to time.',
  }),
  globalRemoteState: flag(false, {
    shown: 'Every workspace of the organization may read its state.',
    given: 'Let every workspace of the organization read the state.',
  }),
  autoDestroyAt: optionalTime({
    shown: 'When what it manages is to be destroyed.',
    given: 'When to destroy what it manages.',
  }),
  autoDestroyDuration: optionalText('duration', {
    shown: 'After how long without activity, such as `14d`.',
    given: 'After how long without activity to destroy it, such as `14d`.',
  }),
  inheritsProjectAutoDestroy: flag(true, {
    shown: 'It follows the auto-destroy setting of its project.',
    given: 'Follow the auto-destroy setting of the project.',
  }),
  sourceName: optionalText('source', {
    shown: 'Name of the tool that made it.',
    given: 'Name of the tool that made the workspace.',
  }),
  sourceUrl: optionalText('webAddress', {
    shown: 'Address of the tool that made it.',
    given: 'Address of the tool that made the workspace.',
  }),
} as const satisfies { readonly [Name in keyof WorkspaceRow]?: Setting<WorkspaceRow[Name]> };

export type PlainSettings = {
  -readonly [Name in keyof typeof plainSettings]: (typeof plainSettings)[Name] extends Setting<infer Value>
    ? Value
    : never;
};

/** The settings as fields of the schema: of the type that shows a workspace, and of the inputs that give one. */
export const plainFields = Object.entries<Setting<unknown>>(plainSettings).map(([name, setting]) => {
  const { type, preset, shown, given } = setting;
  return {
    ...{ name, type },
    shown: { nullable: preset === null, description: shown },
    given: { nullable: true, description: given },
  };
});
