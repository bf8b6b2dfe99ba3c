import { problem } from '../../../../platform/problems.js';
import { found } from '../../found.js';
import { list, read, remove, write } from '../route.js';
import type { VaultRoute } from '../route.js';
import { weak } from '../weak.js';
import type { WeakKind } from '../weak.js';
import { keysAnswer, nothing } from './answers.js';
import { DeletePolicy, ListPolicies, PathCapabilities, ReadPolicy, WritePolicy } from '../generated/operations.js';
import type { ListPoliciesQuery, PathCapabilitiesQuery, ReadPolicyQuery } from '../generated/operations.js';

/** `root` is a policy too, though it has no text. */
const withRoot = ({ nodes }: ListPoliciesQuery['policies']) => [...nodes.map(({ name }) => name), 'root'].sort();

function readPolicyText(value: unknown): string | undefined {
  const text = weak.text.read(value);
  if (text === undefined || !/^[A-Za-z0-9+/\r\n]+={0,2}$/.test(text.trimEnd())) return text;
  return Buffer.from(text, 'base64').toString('utf8');
}

/** Clients may send the text in base64; no policy looks like base64 itself. Policies compare the decoded text. */
const policyText: WeakKind<string> = { read: readPolicyText, compared: (value) => readPolicyText(value)?.trim() };

function policyInput(name: string, policy: string | null | undefined) {
  if (policy === undefined || policy === null || policy === '') {
    throw problem('MISSING_INPUT', `'policy' parameter not supplied or empty`, ['policy']);
  }
  return { input: { name, policy } };
}

const inWords = ({ path, capabilities }: PathCapabilitiesQuery['pathCapabilities'][number]) => ({
  path,
  capabilities: capabilities.map((capability) => capability.toLowerCase()),
});

/** @param text the name of the policy's text there */
function rowsAt(
  path: 'sys/policies/acl' | 'sys/policy',
  text: 'policy' | 'rules',
  dataOnTop: boolean,
): readonly VaultRoute[] {
  const answer = ({ policy }: ReadPolicyQuery) => {
    const known = found(policy);
    return { data: { name: known.name, [text]: known.text } };
  };
  const listing = {
    path,
    operation: ListPolicies,
    pages: 'policies' as const,
    variables: () => ({}),
    answer: ({ policies }: ListPoliciesQuery) => {
      const names = withRoot(policies);
      return dataOnTop ? { data: { keys: names, policies: names } } : keysAnswer(names);
    },
    dataOnTop,
  };
  const name = { path: `${path}/:name` as const, dataOnTop };
  return [
    list(listing),
    ...(dataOnTop ? [read(listing)] : []),
    read({ ...name, operation: ReadPolicy, variables: ({ params }) => ({ name: params.name }), answer }),
    write({
      ...name,
      operation: WritePolicy,
      fields: { policy: policyText, rules: policyText, name: weak.text },
      parameterNames: { rules: 'policy' },
      variables: ({ params, fields }) =>
        policyInput(params.name, dataOnTop ? (fields.policy ?? fields.rules) : fields.policy),
      answer: nothing,
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
    fields: { path: weak.list, paths: weak.list },
    variables: ({ fields }) => ({ paths: fields.paths ?? fields.path ?? [] }),
    answer: ({ pathCapabilities }) => {
      const asked = pathCapabilities.map(inWords);
      const first = asked.length === 1 ? asked[0] : undefined;
      const each = Object.fromEntries(asked.map(({ path, capabilities }) => [path, capabilities]));
      return { data: { ...each, ...(first && { capabilities: first.capabilities }) } };
    },
    dataOnTop: true,
  }),
];
