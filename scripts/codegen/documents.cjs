// The operations of graphql/client as they are sent: each with the fragments it uses, without what GraphQL ignores, named by the SHA-256 of that.
const { createHash } = require('node:crypto');
const { Kind, print, stripIgnoredCharacters, visit } = require('graphql');

/** @returns {{ kind: string, name: string, text: string, hash: string, inputs: readonly string[] }[]} by name */
function operationsOf(documents) {
  const definitions = documents.flatMap(({ document }) => document.definitions);
  const fragments = new Map(
    definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION).map((node) => [node.name.value, node]),
  );
  return definitions
    .filter(({ kind }) => kind === Kind.OPERATION_DEFINITION)
    .map((node) => {
      const used = [...fragmentsOf(node, fragments)].sort().map((name) => fragments.get(name));
      const text = stripIgnoredCharacters([node, ...used].map(print).join('\n'));
      return { kind: node.operation, name: node.name.value, text, hash: sha256(text) };
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

function fragmentsOf(node, fragments, found = new Set()) {
  visit(node, {
    FragmentSpread({ name: { value } }) {
      if (found.has(value)) return;
      found.add(value);
      fragmentsOf(fragments.get(value), fragments, found);
    },
  });
  return found;
}

const sha256 = (text) => createHash('sha256').update(text).digest('hex');

module.exports = { operationsOf };
