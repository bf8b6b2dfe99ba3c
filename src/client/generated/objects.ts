/** Operations of graphql/client; written by codegen. */
import type { QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const Node: QueryDocument<Types.NodeQuery, Types.NodeQueryVariables> = {
  kind: "query",
  name: "Node",
  hash: "ac0995c208745ca38bae6a14acee92a28d1fa690b345c339e5d8138c621aa56b",
  text: "query Node($id:ID!){node(id:$id){__typename id}}",
};
export const Nodes: QueryDocument<Types.NodesQuery, Types.NodesQueryVariables> = {
  kind: "query",
  name: "Nodes",
  hash: "e8d8e011a7e8ef01d598be1566db60b34cb33e2a59367763776fd16bdec951ec",
  text: "query Nodes($ids:[ID!]!){nodes(ids:$ids){__typename id}}",
};