import { WebhookDeliveryResolver, WebhookResolver } from './webhook.resolver.js';

/** The part of the schema about notices. */
export const noticeResolvers = [WebhookResolver, WebhookDeliveryResolver] as const;
