import { problem } from '../../../../platform/problems.js';
import { isRecord } from '../../../../platform/is-record.js';
import { found, made } from '../../found.js';
import { list, mergePatch, read, remove, write } from '../route.js';
import type { VaultRequest, VaultRoute } from '../route.js';
import { weak } from '../weak.js';
import { keysAnswer, nothing } from './answers.js';
import { issuedAnswer } from './issuance.js';
import {
  DeleteCelRole,
  IssueByCelRole,
  ListCelRoles,
  PatchCelRole,
  ReadCelRole,
  SignByCelRole,
  WriteCelRole,
} from '../generated/operations.js';
import type { CelRoleFieldsFragment } from '../generated/operations.js';

const roleDocument = ({ name, variables, expression }: CelRoleFieldsFragment) => ({
  data: { name, cel_program: { ...(variables.length > 0 && { variables }), expression } },
});

const sent = { cel_program: weak.any } as const;

/** @throws INVALID_INPUT for what is no program */
function programOf(program: unknown) {
  const wrong = (where: string, expected: string) =>
    problem('INVALID_INPUT', `cel_program${where} must be ${expected}`, ['cel_program']);
  if (!isRecord(program)) throw wrong('', 'an object with variables and expression');
  const { variables = null, expression = null } = program;
  if (expression !== null && typeof expression !== 'string') throw wrong('.expression', 'a text');
  if (variables !== null && !Array.isArray(variables)) throw wrong('.variables', 'a list');
  const steps = variables?.map((variable: unknown, index) => {
    const step = isRecord(variable) ? variable : {};
    const { name, expression: text } = step;
    if (typeof name !== 'string' || typeof text !== 'string')
      throw wrong(`.variables[${index}]`, 'an object with the texts name and expression');
    return { name, expression: text };
  });
  return { ...(steps && { variables: steps }), ...(expression !== null && { expression }) };
}

type OfRole = VaultRequest<object, { readonly name: string }>;
const place = ({ mount, params }: OfRole) => ({ mount, name: params.name });

/** The program reads what was sent. */
const asked = ({
  mount,
  params,
  body,
  fields,
}: VaultRequest<{ readonly removeRootsFromChain?: boolean }, { readonly role: string }>) => ({
  mount,
  role: params.role,
  request: body,
  ...(fields.removeRootsFromChain !== undefined && { removeRootsFromChain: fields.removeRootsFromChain }),
});

const answered = { answer: issuedAnswer, issues: true, anyFields: true };

export const celRoutes: readonly VaultRoute[] = [
  list({
    path: 'cel/roles',
    operation: ListCelRoles,
    values: 'celRoleNames',
    variables: ({ mount }) => ({ mount }),
    answer: ({ celRoleNames }) => keysAnswer(celRoleNames),
  }),
  read({
    path: 'cel/roles/:name',
    operation: ReadCelRole,
    variables: place,
    answer: ({ celRole }) => roleDocument(found(celRole)),
  }),
  write({
    path: 'cel/roles/:name',
    operation: WriteCelRole,
    fields: sent,
    variables: (request) => ({ input: { ...place(request), expression: '', ...programOf(request.fields.celProgram) } }),
    answer: ({ payload }) => roleDocument(made(payload.celRole)),
  }),
  mergePatch({
    path: 'cel/roles/:name',
    operation: PatchCelRole,
    fields: sent,
    variables: (request) => ({
      input: { role: { named: place(request) }, ...programOf(request.fields.celProgram ?? {}) },
    }),
    answer: ({ payload }) => roleDocument(made(payload.celRole)),
  }),
  remove({
    path: 'cel/roles/:name',
    operation: DeleteCelRole,
    variables: (request) => ({ input: { role: { named: place(request) } } }),
    answer: nothing,
  }),
  write({
    path: 'cel/issue/:role',
    operation: IssueByCelRole,
    fields: { remove_roots_from_chain: weak.flag },
    variables: (request) => ({ input: asked(request) }),
    ...answered,
  }),
  write({
    path: 'cel/sign/:role',
    operation: SignByCelRole,
    fields: { csr: weak.pem, remove_roots_from_chain: weak.flag },
    variables: (request) => ({ input: { ...asked(request), csr: request.fields.csr ?? '' } }),
    ...answered,
  }),
];
