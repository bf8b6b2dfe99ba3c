import DataLoader from 'dataloader';
import type { WebhookDeliveryRow } from '../platform/database/models.js';
import { byId } from '../platform/graphql/by-id.js';
import type { PkiContext } from '../pki/context.js';
import type { StateContext } from '../state/context.js';
import type { Deliveries } from './deliveries.js';
import type { Webhook, WebhookStore } from './webhook.store.js';
import type { Webhooks } from './webhooks.js';

/** The services for notices. The same objects for all requests. */
export interface NoticeServices {
  readonly webhooks: Webhooks;
  readonly deliveries: Deliveries;
}

/** Reads that the fields of one response share, for related objects of one that the caller may see. */
export interface NoticeLoaders {
  readonly webhook: DataLoader<string, Webhook | null>;
  /** By the webhook's id. */
  readonly lastVerification: DataLoader<string, WebhookDeliveryRow | null>;
}

/** The part of one request. */
export interface NoticeScope extends NoticeServices {
  readonly load: NoticeLoaders;
}

export interface NoticeContext extends StateContext, PkiContext {
  readonly notices: NoticeScope;
}

export function noticeScope(services: NoticeServices, store: Pick<WebhookStore, 'byIds'>): NoticeScope {
  const load: NoticeLoaders = {
    webhook: byId((ids) => store.byIds(ids)),
    lastVerification: new DataLoader(async (ids) => {
      const found = await services.deliveries.verifications(ids);
      return ids.map((id) => found.get(id) ?? null);
    }),
  };
  return { ...services, load };
}
