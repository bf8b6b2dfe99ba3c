/** The parameters of roles and requests: one table, and the code that reads input with it. */
export {
  csrFields,
  externalIssueFields,
  externalSignFields,
  intermediateFields,
  issueFields,
  keyFields,
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
  type Role,
  type RootParameters,
  type SignRequest,
  type VerbatimRequest,
} from './fields.js';
export { usualKeyBits } from './key-bits.js';
export { type ParameterType, type ParameterValues } from './parameter.js';
export { parseParameters, readTable, storedValues } from './reading.js';
export { spelledForGraphql } from './spelled-for-graphql.js';
