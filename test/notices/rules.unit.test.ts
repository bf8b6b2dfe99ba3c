import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  mostAttempts,
  nextAttempt,
  pauseAfter,
  pauseAskedFor,
  secondsBetweenAttempts,
} from '../../src/notices/back-off.js';
import { noticeBody, triggerOf, verificationBody } from '../../src/notices/notice-message.js';
import { noticeKinds, subjectOf } from '../../src/notices/notice-events.js';
import { headersOf, signatureOf } from '../../src/notices/signature.js';
import { checkedSecret, settingsAfter } from '../../src/notices/webhook-rules.js';
import type { GivenWebhook } from '../../src/notices/webhook-rules.js';
import { windowsOfWebhooks } from '../../src/notices/notice-windows.js';
import { OutboundGate } from '../../src/platform/outbound/outbound-gate.js';
import { ReachableAddresses } from '../../src/platform/outbound/reachable-addresses.js';
import { ProblemError } from '../../src/platform/problems.js';

const now = new Date('2026-01-01T00:00:00Z');
const seconds = (date: Date | null) => (date === null ? null : (date.getTime() - now.getTime()) / 1000);

describe('attempts', () => {
  test('come later and later, and end after a little more than a day', () => {
    const waits = Array.from({ length: mostAttempts - 1 }, (_, at) => seconds(nextAttempt(at + 1, now, 0)));
    expect(waits).toEqual([...secondsBetweenAttempts]);
    expect(waits).toEqual(waits.toSorted((one, other) => (one ?? 0) - (other ?? 0)));
    expect(secondsBetweenAttempts.reduce((sum, each) => sum + each, 0) / 3600).toBeCloseTo(27.7, 0);
    expect(nextAttempt(mostAttempts, now, 0)).toBeNull();
  });
  test('are spread by up to a tenth', () => {
    expect(seconds(nextAttempt(1, now, 1))).toBe(5.5);
    expect(seconds(nextAttempt(2, now, 0.5))).toBe(31.5);
  });
  test('pause for a receiver that gives no answer, for ten minutes at most', () => {
    expect([1, 2, 3, 4, 5, 6, 100].map((silent) => seconds(pauseAfter(silent, now)))).toEqual([
      5, 15, 60, 300, 600, 600, 600,
    ]);
  });
  test.each<[string | readonly string[] | undefined, number]>([
    [undefined, 0],
    ['', 0],
    ['soon', 0],
    ['-5', 0],
    ['0', 0],
    ['20', 20],
    [['7', '9'], 7],
    ['99999999999999999999', 3600],
    ['Thu, 01 Jan 2026 00:01:00 GMT', 60],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
    ['Fri, 01 Jan 2100 00:00:00 GMT', 3600],
    ['9'.repeat(1000), 0],
  ])('pause as a receiver asks by %j, for an hour at most', (value, expected) => {
    expect(pauseAskedFor(value, now)).toBe(expected * 1000);
  });
});

describe('signatures', () => {
  const notice = { id: 'ncd-1', event: 'certificate.issued', body: '{"version":1}' };
  test('cover the time and the body', () => {
    const own = createHmac('sha512', 's').update(`1767225600.${notice.body}`).digest('hex');
    expect(signatureOf('s', notice.body, now)).toBe(`t=1767225600,v1=${own}`);
    expect(headersOf(notice, { format: 'trustate', secret: 's' }, now)).toEqual({
      'content-type': 'application/json',
      'trustate-delivery': 'ncd-1',
      'trustate-event': 'certificate.issued',
      'trustate-signature': `t=1767225600,v1=${own}`,
    });
  });
  test('of Terraform Enterprise cover the body alone', () => {
    const theirs = createHmac('sha512', 's').update(notice.body).digest('hex');
    const headers = headersOf(notice, { format: 'terraform', secret: 's' }, now);
    expect(headers['x-tfe-notification-signature']).toBe(theirs);
    expect(headers['trustate-signature']).toBeUndefined();
    expect(Object.keys(headersOf(notice, { format: 'terraform', secret: null }, now))).toHaveLength(3);
  });
});

const gate = new OutboundGate({ addresses: new ReachableAddresses({ allow: [], deny: ['10.0.0.0/8'] }) });
const whole = { name: 'w', url: 'https://hooks.example.com/x', events: ['certificate.issued'] };
function refusal(given: GivenWebhook, on: 'mount' | 'workspace' = 'mount'): string {
  try {
    settingsAfter(null, { ...whole, ...given }, { on, format: 'trustate', gate });
    return '';
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return `${error.problems[0].field?.join('.')}: ${error.problems[0].message}`;
  }
}

describe('what is written is checked', () => {
  test.each<[GivenWebhook, RegExp]>([
    [{}, /^$/],
    [{ name: ' ' }, /^name: name must have 1 to 128/],
    [{ name: 'x'.repeat(129) }, /^name: /],
    [{ name: 'a\nb' }, /^name: /],
    [{ url: 'hooks.example.com' }, /^url: url must be a URL of https or http/],
    [{ url: 'ftp://hooks.example.com/' }, /^url: /],
    [{ url: 'https://user:word@hooks.example.com/' }, /^url: /],
    [{ url: 'https://hooks.example.com/#here' }, /^url: /],
    [{ url: `https://hooks.example.com/${'x'.repeat(2_048)}` }, /^url: /],
    [{ url: 'http://127.0.0.1/' }, /^url: url must not be called: its address is this machine/],
    [{ url: 'http://[::ffff:127.0.0.1]/' }, /^url: url must not be called/],
    [{ url: 'http://169.254.169.254/latest' }, /^url: url must not be called: its address is cloud metadata/],
    [{ url: 'http://2852039166/' }, /^url: url must not be called/],
    [{ url: 'https://10.1.2.3/' }, /^url: url must not be called: its address is denied by the operator/],
    [{ events: [] }, /^events: events must name at least one/],
    [{ events: ['certificate.stolen'] }, /^events: events must be of /],
    [{ events: ['workspace.locked'] }, /^events: events cannot have workspace.locked/],
    [{ events: ['certificate.expiring'] }, /^expiryDays: expiryDays must be given for certificate.expiring/],
    [{ expiryDays: [1] }, /^expiryDays: expiryDays is only for certificate.expiring/],
    [{ events: ['certificate.expiring'], expiryDays: [0] }, /^expiryDays: expiryDays must be at most 10 whole numbers/],
    [{ events: ['certificate.expiring'], expiryDays: [3651] }, /^expiryDays: /],
    [{ events: ['certificate.expiring'], expiryDays: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] }, /^expiryDays: /],
    [{ events: ['certificate.expiring'], expiryDays: [1, 30] }, /^$/],
    [{ events: ['crl.expiring'] }, /^crlExpiryHours: crlExpiryHours must be given/],
    [{ events: ['crl.expiring'], crlExpiryHours: [8761] }, /^crlExpiryHours: /],
    [{ otherTriggers: ['run:created'] }, /^$/],
    [{ otherTriggers: ['run:created', 'run:walked'] }, /^otherTriggers: /],
  ])('%j: %s', (given, expected) => {
    expect(refusal(given)).toMatch(expected);
  });
  test('events of mounts are none of workspaces', () => {
    expect(refusal({}, 'workspace')).toMatch(/^events: events cannot have certificate.issued/);
  });
  test.each([
    ['trustate', 15, false],
    ['trustate', 16, true],
    ['trustate', 512, true],
    ['trustate', 513, false],
    ['terraform', 0, true],
    ['terraform', 1, true],
    ['terraform', 513, false],
  ] as const)('a secret of %s with %i bytes: %s', (format, bytes, taken) => {
    const check = () => checkedSecret('x'.repeat(bytes), format);
    if (taken) expect(check()).toBe(bytes === 0 ? null : 'x'.repeat(bytes));
    else expect(check).toThrow(/secret must have/);
  });
  test('what is absent stays', () => {
    const rules = { on: 'mount', format: 'trustate', gate } as const;
    const before = settingsAfter(null, { ...whole, enabled: false }, rules);
    expect(settingsAfter(before, {}, rules)).toEqual(before);
    expect(settingsAfter(before, { name: null, url: null, events: null, enabled: true }, rules)).toEqual({
      ...before,
      enabled: true,
    });
  });
});

test('every kind is of a mount or of a workspace, and has a name among the triggers of Terraform Enterprise', () => {
  expect(noticeKinds.map((kind) => `${subjectOf(kind)} ${triggerOf(kind)}`)).toEqual([
    ...['mount certificate:issued', 'mount certificate:revoked', 'mount certificate:expiring', 'mount crl:expiring'],
    ...['workspace state_version:finalized', 'workspace workspace:locked'],
    ...['workspace workspace:unlocked', 'workspace workspace:force_unlocked'],
  ]);
});

describe('bodies', () => {
  const to = { webhookId: 'nc-1', name: 'mine', deliveryId: 'ncd-1' };
  const event = {
    ...{ number: 7n, at: now, kind: 'state-version.finalized', topic: 'ws-1', scope: 'org-1', subject: 'sv-1' },
    facts: { serial: '9007199254740993' },
  };
  const place = { workspace: { id: 'ws-1', name: 'net' }, organization: { id: 'org-1', name: 'acme' } };
  test('tell what the subscription of the same event tells', () => {
    const told = z
      .looseObject({ eventId: z.string() })
      .parse(JSON.parse(noticeBody({ ...to, format: 'trustate' }, event, place)));
    const { eventId, ...others } = told;
    expect(Buffer.from(eventId, 'base64url').toString()).toBe(`7@${now.getTime()}`);
    expect(others).toEqual({
      ...{ version: 1, id: 'ncd-1', webhookId: 'nc-1', event: 'state-version.finalized', ...place },
      occurredAt: '2026-01-01T00:00:00.000Z',
      data: { stateVersionId: 'sv-1', workspaceId: 'ws-1', serial: '9007199254740993' },
    });
  });
  test('of Terraform Enterprise have its members', () => {
    const body: unknown = JSON.parse(noticeBody({ ...to, format: 'terraform' }, event, place));
    expect(body).toMatchObject({
      ...{ payload_version: 1, notification_configuration_id: 'nc-1', run_id: null, workspace_id: 'ws-1' },
      ...{ workspace_name: 'net', organization_name: 'acme' },
      notifications: [{ trigger: 'state_version:finalized', run_status: null }],
    });
  });
  test('of a verification tell of nothing', () => {
    expect(JSON.parse(verificationBody({ ...to, format: 'terraform' }, now))).toEqual({
      ...{ payload_version: 1, notification_configuration_id: 'nc-1', run_url: null, run_id: null },
      ...{ run_message: null, run_created_at: null, run_created_by: null },
      ...{ workspace_id: null, workspace_name: null, organization_name: null },
      notifications: [
        {
          ...{ message: 'Verification of mine', trigger: 'verification' },
          ...{ run_status: null, run_updated_at: null, run_updated_by: null },
        },
      ],
    });
  });
});

test('the windows of a mount are those of all its webhooks', async () => {
  const windows = await windowsOfWebhooks({
    windows: () =>
      Promise.resolve([
        { mountId: 'mnt-1', expiryDays: [30, 7], crlExpiryHours: [] },
        { mountId: 'mnt-1', expiryDays: [7, 1], crlExpiryHours: [24] },
        { mountId: 'mnt-2', expiryDays: [], crlExpiryHours: [2] },
      ]),
  });
  expect(windows.certificateDays.get('mnt-1')).toEqual([30, 7, 1]);
  expect(windows.crlHours.get('mnt-1')).toEqual([24]);
  expect(windows.crlHours.get('mnt-2')).toEqual([2]);
});
