import { found } from '../../found.js';
import { oneOf, optional, required, text, truth } from '../../fields.js';
import { resourceDocument } from '../json-api.js';
import type { RestRequest } from '../route.js';
import { variableResource } from './variable.document.js';
import type { VariableFieldsFragment } from '../generated/operations.js';

type Read = Pick<RestRequest, 'fields'>;

const attribute = 'data.attributes';
const category = oneOf('terraform', 'env');
const categories = { terraform: 'TERRAFORM', env: 'ENV' } as const;

const parts = {
  value: optional(text, `${attribute}.value`),
  description: optional(text, `${attribute}.description`),
  hcl: optional(truth, `${attribute}.hcl`),
  sensitive: optional(truth, `${attribute}.sensitive`),
};
const newFields = {
  key: required(text, `${attribute}.key`),
  category: required(category, `${attribute}.category`),
  ...parts,
};
const changeFields = {
  key: optional(text, `${attribute}.key`),
  category: optional(category, `${attribute}.category`),
  ...parts,
};

/** What a document says of a new variable. @throws MISSING_INPUT, INVALID_INPUT */
export function given(request: Read) {
  const { category: word, ...others } = request.fields(newFields);
  return { ...others, category: categories[word] };
}

/** What a document changes. @throws INVALID_INPUT */
export function changes(request: Read) {
  const { category: word, ...others } = request.fields(changeFields);
  return { ...others, ...(word != null && { category: categories[word] }) };
}

/** @throws NOT_FOUND for null */
export const oneVariable = (variable: VariableFieldsFragment | null) =>
  resourceDocument(variableResource(found(variable)));

export const changedVariable = ({
  payload,
}: {
  readonly payload: { readonly variable: VariableFieldsFragment | null };
}) => oneVariable(payload.variable);

export const gone = () => null;
