import { requireCaller } from '../identity/context.js';
import type { NodeLoaders } from '../platform/graphql/node.js';
import type { NoticeContext } from './context.js';

/** What `node(id)` finds of notices. */
export const noticeNodes: NodeLoaders<NoticeContext> = {
  nc: { type: 'Webhook', load: (id, context) => context.notices.webhooks.read(requireCaller(context), id) },
  ncd: {
    type: 'WebhookDelivery',
    load: (id, context) => context.notices.deliveries.read(requireCaller(context), id),
  },
};
