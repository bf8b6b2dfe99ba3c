import { line, paragraphs, requireShape } from '../identity/names.js';
import type { TextRule } from '../identity/names.js';

const version = String.raw`\d+(?:\.\d+){0,2}(?:-[0-9A-Za-z.-]{1,60})?(?:\+[0-9A-Za-z.-]{1,60})?`;
const constraint = String.raw` *(?:=|!=|>=?|<=?|~>)? *v?${version} *`;

/**
 * The texts of workspaces, projects and records of runs. Terraform Enterprise documents the length of names, of a project's description and of durations. All
 * other limits are more than anybody needs, and small enough to store.
 */
const rules = {
  projectDescription: paragraphs(256),
  workspaceDescription: paragraphs(1_024),
  duration: { shape: /^\d{1,4}[dh]$/, says: 'must be 1 to 4 digits followed by d or h, such as 14d' },
  engineVersion: {
    shape: new RegExp(`^(?=.{1,255}$)(?:latest|${constraint}(?:,${constraint}){0,9})$`),
    says: 'must be a version such as 1.11.4, a constraint such as ~> 1.11.0, or latest',
  },
  path: line(1_024),
  source: line(255),
  webAddress: {
    shape: /^(?=.{1,2000}$)https?:\/\/[^\s\p{Cc}]+$/u,
    says: 'must be an address that begins with https:// or http://',
  },
  lockReason: paragraphs(1_024),
  /** Of a run or a commit: commit messages can be long. */
  message: paragraphs(10_000),
  commit: line(255),
  // Terraform Enterprise documents these limits of variables.
  variableKey: line(128),
  variableDescription: paragraphs(512),
  variableSetName: line(90),
  variableSetDescription: paragraphs(512),
} as const satisfies Record<string, TextRule>;

export type TextRuleName = keyof typeof rules;

/** @throws INVALID_INPUT naming the field; an absent text is valid */
export function requireFitting(rule: TextRuleName, text: string | null | undefined, ...field: readonly string[]): void {
  if (text != null) requireShape(rules[rule], text, field);
}
