/** Input: role and request. Output: a certificate's content, or every broken rule. Pure: no clock, no key, no database. */
export { answeredModes, decideAnswered, type AnsweredMode } from './answered.js';
export { textsAsWritten, type WrittenTexts } from './written-texts.js';
export { unreadableConstraints } from './constraint-forms.js';
export { formatDuration, parseDuration } from '../../platform/duration.js';
export { readCsr } from './csr.js';
export { type IdentityValues } from './identity-template.js';
export { decideIntermediate, type IntermediateOptions } from './intermediate.js';
export { keyFaults, keySpecOf, keyTypes, weakKeyFaults } from './key-rules.js';
export { decideIssue, decideSign } from './leaf.js';
export { lintRefusal, lintsOf, lintWarnings } from './linting.js';
export {
  type Circumstances,
  type Decision,
  type PlannedCertificate,
  type PlannedKey,
  type PlannedSignature,
} from './planned.js';
export {
  csrFields,
  externalIssueFields,
  externalSignFields,
  intermediateFields,
  issueFields,
  keyFields,
  parseParameters,
  readTable,
  roleFields,
  rootFields,
  selfIssuedFields,
  signFields,
  verbatimFields,
  type CsrParameters,
  type Field,
  type FieldTable,
  type FieldValues,
  type Given,
  type IntermediateRequest,
  type IssueRequest,
  type ParameterType,
  type ParameterValues,
  type Role,
  type RootParameters,
  type SignRequest,
  type VerbatimRequest,
} from './parameters/index.js';
export {
  longestName,
  parseRole,
  patchRole,
  referencePattern,
  showRole,
  storedRole,
  type GivenRole,
  type RoleOutcome,
} from './role.js';
export { rules, unknownRole, type AllBroken, type Broken, type RuleCode } from './rules.js';
export { extKeyUsageNamed, extKeyUsageOf, extKeyUsageSpellings, keyUsageOf, keyUsageSpellings } from './usages.js';
export { decideTemplate, readOutput, type ValidationOutput } from './template/decide-template.js';
export { formatTime, parseTime } from './time.js';
export { leafNotAfterBehaviors, type EngineFacts, type IssuerFacts, type LeafNotAfterBehavior } from './validity.js';
export { decideVerbatim } from './verbatim.js';
export { outsideConstraints, type ConstrainedAuthority } from './within-constraints.js';
