import { problem } from '../../../../platform/problems.js';
import { found, made } from '../../found.js';
import { list, read, remove, write } from '../route.js';
import type { VaultRoute } from '../route.js';
import { weak } from '../weak.js';
import type { WeakKind, WeakValues } from '../weak.js';
import { keysAnswer, nothing } from './answers.js';
import { accessorIn, tokenIn } from './named-tokens.js';
import { DeletePolicy, ListPolicies, PathCapabilities, ReadPolicy, WritePolicy } from '../generated/operations.js';
import type { ListPoliciesQuery, PathCapabilitiesQuery, WritePolicyMutation } from '../generated/operations.js';

function readPolicyText(value: unknown): string | undefined {
  const text = weak.text.read(value);
  if (text === undefined || !/^[A-Za-z0-9+/\r\n]+={0,2}$/.test(text.trimEnd())) return text;
  return Buffer.from(text, 'base64').toString('utf8');
}

/** Clients may send the text in base64; no policy looks like base64 itself. Policies compare the decoded text. */
const policyText: WeakKind<string> = {
  ...weak.text,
  read: readPolicyText,
  compared: (value) => readPolicyText(value)?.trim(),
};

function policyInput(name: string, policy: string | null | undefined) {
  if (policy === undefined || policy === null || policy === '') {
    throw problem('MISSING_INPUT', `'policy' parameter not supplied or empty`, ['policy']);
  }
  return { input: { name, policy } };
}

/** Older clients send the text as `rules`. */
const olderName = `'rules' is deprecated, please use 'policy' instead`;

/** @param given the name in the path */
function writtenAnswer(payload: WritePolicyMutation['payload'], given: string, isOlder: boolean) {
  const { name } = made(payload.policy);
  const warnings = [
    ...(name === given ? [] : [`policy name was converted to ${name}`]),
    ...(isOlder ? [olderName] : []),
  ];
  return warnings.length > 0 ? { data: null, warnings } : null;
}

const inWords = ({ path, capabilities }: PathCapabilitiesQuery['pathCapabilities'][number]) => ({
  path,
  capabilities: capabilities.map((capability) => capability.toLowerCase()),
});

const asked = { path: weak.list, paths: weak.list } as const;

/** @throws MISSING_INPUT without any */
function pathsIn({ fields }: { readonly fields: WeakValues<typeof asked> }) {
  const paths = fields.paths?.length ? fields.paths : (fields.path ?? []);
  if (paths.length === 0) throw problem('MISSING_INPUT', 'paths must be supplied', ['paths']);
  return { paths };
}

function capabilities({ pathCapabilities }: PathCapabilitiesQuery) {
  const each = pathCapabilities.map(inWords);
  const first = each.length === 1 ? each[0] : undefined;
  const byPath = Object.fromEntries(each.map(({ path, capabilities: held }) => [path, held]));
  return { data: { ...byPath, ...(first && { capabilities: first.capabilities }) } };
}

/**
 * @param text the name of the policy's text there
 * @param dataOnTop for older clients, at their path
 */
function rowsAt(
  path: 'sys/policies/acl' | 'sys/policy',
  text: 'policy' | 'rules',
  dataOnTop: boolean,
): readonly VaultRoute[] {
  const isOlder = ({ policy, rules }: { readonly policy?: string | null; readonly rules?: string | null }) =>
    dataOnTop && (policy ?? '') === '' && (rules ?? '') !== '';
  const listing = {
    path,
    operation: ListPolicies,
    values: 'names' as const,
    variables: () => ({}),
    answer: ({ names }: ListPoliciesQuery) => {
      const { data } = keysAnswer(names);
      return { data: { ...data, ...(dataOnTop && { policies: names }) } };
    },
    dataOnTop,
    whole: dataOnTop,
    asksElsewhere: dataOnTop,
  };
  const name = { path: `${path}/:name` as const, dataOnTop, asksElsewhere: dataOnTop };
  return [
    list(listing),
    ...(dataOnTop ? [read(listing)] : []),
    read({
      ...name,
      operation: ReadPolicy,
      variables: ({ params }) => ({ name: params.name }),
      answer: (policy, { params }) => ({
        data: { name: params.name.trim().toLowerCase(), [text]: found(policy.text) },
      }),
    }),
    write({
      ...name,
      operation: WritePolicy,
      fields: { policy: policyText, rules: policyText, name: weak.text },
      parameterNames: { rules: 'policy' },
      variables: ({ params, fields }) => policyInput(params.name, isOlder(fields) ? fields.rules : fields.policy),
      answer: ({ payload }, { params, fields }) => writtenAnswer(payload, params.name, isOlder(fields)),
    }),
    remove({
      ...name,
      operation: DeletePolicy,
      variables: ({ params }) => ({ input: { name: params.name } }),
      answer: nothing,
    }),
  ];
}

export const policyRoutes: readonly VaultRoute[] = [
  ...rowsAt('sys/policies/acl', 'policy', false),
  // Paths of older clients.
  ...rowsAt('sys/policy', 'rules', true),
  write({
    path: 'sys/capabilities-self',
    operation: PathCapabilities,
    fields: asked,
    variables: pathsIn,
    answer: capabilities,
    dataOnTop: true,
  }),
  write({
    path: 'sys/capabilities',
    operation: PathCapabilities,
    fields: { ...asked, token: weak.text },
    variables: (request) => ({ ...pathsIn(request), token: tokenIn(request, 'no token found') }),
    answer: capabilities,
    dataOnTop: true,
  }),
  write({
    path: 'sys/capabilities-accessor',
    operation: PathCapabilities,
    fields: { ...asked, accessor: weak.text },
    variables: (request) => ({ ...pathsIn(request), token: accessorIn(request) }),
    answer: capabilities,
    dataOnTop: true,
  }),
];
