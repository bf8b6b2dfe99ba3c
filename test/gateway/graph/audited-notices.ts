import { ids } from '../../../src/platform/ids.js';
import { rowsOf } from './audited-rows.js';
import type { Step } from './audited-steps.js';
import type { Installation } from './installation.js';

/** Webhooks and their deliveries. */
export function noticeSteps(installation: () => Installation): readonly Step[] {
  const { id, row } = rowsOf(installation);
  const webhook = () => row(installation().client.webhook.findFirst({ select: id }));
  return [
    {
      mutation: 'createWebhook',
      action: 'webhook.create',
      input: () => ({
        ...{ of: { organization: 'acme' }, name: 'locks', url: 'http://127.0.0.1:9/' },
        ...{ secret: 'sixteen bytes or more', events: ['WORKSPACE_LOCKED'] },
      }),
      says: 'workspace.locked',
    },
    {
      mutation: 'updateWebhook',
      action: 'webhook.update',
      input: async () => ({ id: await webhook(), name: 'the lock' }),
      says: 'name',
    },
    { mutation: 'verifyWebhook', action: 'webhook.verify', input: async () => ({ id: await webhook() }) },
    {
      mutation: 'repeatWebhookDelivery',
      action: 'webhook.repeat-delivery',
      input: async () => {
        const [made, at] = [ids.webhookDelivery.make(), installation().clock.now()];
        await installation().client.webhookDelivery.create({
          data: {
            ...{
              id: made,
              webhookId: await webhook(),
              event: 'workspace.locked',
              body: '{}',
              deliveryState: 'given-up',
            },
            ...{ createdAt: at, endedAt: at },
          },
        });
        return { id: made };
      },
    },
    { mutation: 'deleteWebhook', action: 'webhook.delete', input: async () => ({ id: await webhook() }) },
  ];
}
