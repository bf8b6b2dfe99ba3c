import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { spelledForGraphql } from '../../src/pki/policy/parameters/index.js';
import { catalogue } from '../../src/platform/problem-catalogue/catalogue.js';

/** Callers of GraphQL read of the fields of its inputs, never of the parameters and paths of Vault's API: `src/platform/wording.ts` has both spellings. */
const root = fileURLToPath(new URL('../../src/', import.meta.url));

/** REST documents and what command lines print are nobody's who asks by GraphQL. */
const elsewhere = /^(?:gateway\/rest|operator|settings)\/|\/generated\//;

/** Texts of other languages than Vault's API, which are spelled like that there. */
const ofOthers: readonly (readonly [file: string, text: string, reason: string])[] = [
  ['gateway/admission/form.ts', 'error parsing', 'of forms, which GraphQL does not take'],
  ['gateway/http/list-method.ts', 'LIST /', 'part of a request line'],
  ['identity/policies/wrapping-limits.ts', 'max_wrapping_ttl', 'an attribute of the language of policies'],
  ['pki/acme/decisions.ts', 'max_ttl', 'answered by ACME'],
  ['pki/acme/directory.ts', 'no_store', 'answered by ACME'],
  ['pki/acme/directory.ts', 'unsupported path', 'answered by ACME'],
  ['pki/acme/orders-by-policy.ts', 'max_ttl', 'answered by ACME'],
  ['pki/cmp/places.ts', 'no_store', 'answered by CMP'],
  ['pki/scep/place.ts', 'no_store', 'answered by SCEP'],
  ['pki/external-policy/policy-decisions.ts', 'issuer_ref', 'a member of the reply of an external policy'],
  ['pki/external-policy/policy-reply.ts', 'request_uuid', 'a member of the reply of an external policy'],
  ['pki/external-policy/policy-reply.ts', 'issuer_ref', 'a member of the reply of an external policy'],
  ['pki/policy/parameters/reading.ts', 'path parameter', 'GraphQL has an enum there'],
  ['pki/policy/template/decide-template.ts', 'subject_key_id', 'a member of the result of a program'],
  ['platform/problem-catalogue/caller-problems.ts', 'unsupported path', 'of UNSUPPORTED_PATH, which only paths answer'],
  ['state/content/json-state.ts', 'format_version', 'a member of a state'],
  ['state/content/problem.ts', 'terraform_version', 'a member of a state'],
];

const snakeCase = /(?<![\w/.`{%-])[a-z]+(?:_[a-z0-9]+)+(?![\w(/])/;
const vaultWords =
  /unable to (?:find|parse|use|fetch)|failed to parse|no handler for route|unsupported path|plugin not found|mount entry|sysview|error parsing|equivalency set|requested usage|lease TTL|path parameter|(?:GET|POST|LIST|DELETE) \/|; use \/|(?<![\w/}])\/(?:config|issuers?|keys?|roles|root)\//;
const sql =
  /\b(?:SELECT|UPDATE|INSERT|FROM|CREATE|PRAGMA|COALESCE|coalesce\(|json_\w+\(|octet_length|to_hex|foreign_keys|journal_mode|\w+_(?:autocheckpoint|timeout|version) =)/;

/** The property of a wording that only Vault's callers read. */
const isForVault = (node: ts.Node): boolean =>
  ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && node.name.text === 'inVault';

/** What a rule of the authority says is respelled on its way out. */
const readBy = (file: string, text: string): string =>
  /^pki\/(?:policy|cel-roles)\/|^pki\/issuers\/intermediates\.ts$/.test(file)
    ? spelledForGraphql(text, '\u0000')
    : text;

/** What a choice puts into a text: `${field ? 'a' : 'b'}`. */
function choicesOf(node: ts.Expression): readonly string[] {
  if (ts.isStringLiteralLike(node)) return [`… ${node.text} …`];
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(choicesOf);
  return ts.isParenthesizedExpression(node) ? choicesOf(node.expression) : [];
}

function textsOf(file: string, source: string): readonly string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isForVault(node)) return;
    if (ts.isStringLiteralLike(node)) texts.push(node.text);
    if (ts.isTemplateExpression(node)) {
      texts.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…'));
      const isWorded = ts.isTaggedTemplateExpression(node.parent);
      if (!isWorded) texts.push(...node.templateSpans.flatMap(({ expression }) => choicesOf(expression)));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true));
  return texts;
}

/** Texts for people have spaces. */
const wrong = (file: string, source: string): readonly string[] =>
  textsOf(file, source)
    .filter((text) => /\s/.test(text) && !sql.test(text))
    .map((text) => readBy(file, text))
    .filter((text) => snakeCase.test(text) || vaultWords.test(text));

const files = readdirSync(root, { encoding: 'utf8', recursive: true })
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => file.endsWith('.ts') && !elsewhere.test(file));
const found = files.flatMap((file) =>
  wrong(file, readFileSync(path.join(root, file), 'utf8')).map((text) => ({ file, text })),
);

test('no text that GraphQL answers is in the words of Vault’s API', () => {
  const others = ({ file, text }: (typeof found)[number]) =>
    ofOthers.some(([of, part]) => of === file && text.includes(part));
  expect(found.filter((each) => !others(each))).toEqual([]);
});

test('each exception is one', () => {
  const unused = ofOthers.filter(([of, part]) => !found.some(({ file, text }) => of === file && text.includes(part)));
  expect(unused).toEqual([]);
});

test('the catalogue has no words of Vault’s API either, but for what only its paths answer', () => {
  const texts = Object.entries(catalogue).flatMap(([code, row]) =>
    [row.text, ...('meaning' in row ? [row.meaning] : []), row.remedy].map((text) => ({ code, text })),
  );
  const spelled = texts.filter(({ text }) => snakeCase.test(text) || vaultWords.test(text));
  expect(spelled.map(({ code }) => code)).toEqual(['UNSUPPORTED_PATH']);
});

test.each([
  ["throw problem('INVALID_INPUT', 'key_usage must not be empty')", 1],
  ['throw problem("X", `unknown key_usage ${name} of the role`)', 1],
  ["throw refused('unable to find PKI issuer for reference')", 1],
  ["throw no(`'${way ? 'certificate' : 'pem_bundle'}' parameter was empty`)", 1],
  ['throw problem("X", `backend max lease TTL of ${most} would be less`)', 1],
  ["const said = { inVault: 'key_usage must not be empty', inGraphql: 'keyUsage must not be empty' };", 0],
  ["const said = { inVault: 'x y', inGraphql: 'key_usage must not be empty' };", 1],
  ["throw problem('X', worded`${parameter('key_usage')} must not be empty`)", 0],
])('%s: %d', (source, count) => {
  expect(wrong('identity/any.ts', source)).toHaveLength(count);
});
