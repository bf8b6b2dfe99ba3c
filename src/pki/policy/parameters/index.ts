/** The parameters of roles and of what is asked by them: one table, and how what was given is read by it. */
export {
  csrFields,
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
export { type ParameterType, type ParameterValues } from './parameter.js';
export { parseParameters, readTable, storedValues } from './reading.js';
export { camel, type Camel } from './spelling.js';
