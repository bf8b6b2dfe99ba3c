import type { AskedWindows } from '../pki/events/asked-windows.js';
import type { Webhook, WebhookStore } from './webhook.store.js';

/** How long before their ends the webhooks of mounts want to hear of certificates and CRLs. */
export async function windowsOfWebhooks(store: Pick<WebhookStore, 'windows'>): Promise<AskedWindows> {
  const webhooks = await store.windows();
  return {
    certificateDays: together(webhooks, ({ expiryDays }) => expiryDays),
    crlHours: together(webhooks, ({ crlExpiryHours }) => crlExpiryHours),
  };
}

function together(
  webhooks: readonly Pick<Webhook, 'mountId' | 'expiryDays' | 'crlExpiryHours'>[],
  windows: (webhook: Pick<Webhook, 'expiryDays' | 'crlExpiryHours'>) => readonly number[],
): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const webhook of webhooks) {
    const { mountId } = webhook;
    if (mountId !== null) found.set(mountId, [...new Set([...(found.get(mountId) ?? []), ...windows(webhook)])]);
  }
  return found;
}
