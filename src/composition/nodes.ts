import type { GatewayContext } from '../gateway/context.js';
import { identityNodes } from '../identity/nodes.js';
import type { NodeLoaders } from '../platform/graphql/node.js';
import type { NoticeContext } from '../notices/context.js';
import { noticeNodes } from '../notices/nodes.js';
import type { PkiContext } from '../pki/context.js';
import { pkiNodes } from '../pki/nodes.js';
import type { StateContext } from '../state/context.js';
import { stateNodes } from '../state/nodes.js';

/** Every object that `node(id)` finds. */
export const nodes: readonly NodeLoaders<GatewayContext & StateContext & PkiContext & NoticeContext>[] = [
  identityNodes,
  stateNodes,
  pkiNodes,
  noticeNodes,
];
