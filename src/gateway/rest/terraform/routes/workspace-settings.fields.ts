import { listOf, optional, text, truth } from '../../fields.js';
import type { WorkspaceFieldsFragment } from '../generated/operations.js';
import { instantText } from './words.js';

/** The path of the attributes of a document. */
export const attribute = 'data.attributes';

/** The settings of a workspace that are attributes: their type, and their name in documents. */
export const settingFields = {
  description: optional(text, `${attribute}.description`),
  terraformVersion: optional(text, `${attribute}.terraform-version`),
  workingDirectory: optional(text, `${attribute}.working-directory`),
  autoApply: optional(truth, `${attribute}.auto-apply`),
  autoApplyRunTrigger: optional(truth, `${attribute}.auto-apply-run-trigger`),
  allowDestroyPlan: optional(truth, `${attribute}.allow-destroy-plan`),
  fileTriggersEnabled: optional(truth, `${attribute}.file-triggers-enabled`),
  queueAllRuns: optional(truth, `${attribute}.queue-all-runs`),
  speculativeEnabled: optional(truth, `${attribute}.speculative-enabled`),
  structuredRunOutputEnabled: optional(truth, `${attribute}.structured-run-output-enabled`),
  assessmentsEnabled: optional(truth, `${attribute}.assessments-enabled`),
  globalRemoteState: optional(truth, `${attribute}.global-remote-state`),
  projectRemoteState: optional(truth, `${attribute}.project-remote-state`),
  autoDestroyAt: optional(instantText, `${attribute}.auto-destroy-at`),
  autoDestroyDuration: optional(text, `${attribute}.auto-destroy-activity-duration`),
  inheritsProjectAutoDestroy: optional(truth, `${attribute}.inherits-project-auto-destroy`),
  sourceName: optional(text, `${attribute}.source-name`),
  sourceUrl: optional(text, `${attribute}.source-url`),
  triggerPrefixes: optional(listOf(text), `${attribute}.trigger-prefixes`),
  triggerPatterns: optional(listOf(text), `${attribute}.trigger-patterns`),
};

/** Shown as null if empty. */
const nullWhereEmpty: ReadonlySet<string> = new Set(['description', 'workingDirectory']);

const isSetting = (name: string): name is keyof typeof settingFields => Object.hasOwn(settingFields, name);
/** The name of each in documents. */
export const shownSettings = Object.keys(settingFields)
  .filter(isSetting)
  .map((name) => ({ name, as: settingFields[name].path.at(-1) ?? name, orNull: nullWhereEmpty.has(name) }));

/** The settings as attributes of a document. */
export function settingAttributes(workspace: WorkspaceFieldsFragment): Readonly<Record<string, unknown>> {
  const attributes: Record<string, unknown> = {};
  for (const { name, as, orNull } of shownSettings) {
    const value = workspace[name];
    attributes[as] = orNull && value === '' ? null : value;
  }
  return attributes;
}
