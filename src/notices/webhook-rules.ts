import type { OutboundGate } from '../platform/outbound/outbound-gate.js';
import { problem } from '../platform/problems.js';
import { isNoticeKind, noticeKinds, subjectOf } from './notice-events.js';
import type { NoticeKind, NoticeSubject } from './notice-events.js';
import type { NoticeFormat } from './notice-format.js';

/** Webhooks of one mount, organization or workspace: as many as Terraform Enterprise allows. */
export const mostWebhooks = 20;
export const longestName = 128;
export const longestUrl = 2_048;
export const shortestSecret = 16;
export const longestSecret = 512;
/** In days, and in hours. */
export const longestExpiryDays = 3_650;
export const longestCrlHours = 8_760;
const mostWindows = 10;

/** Triggers of Terraform Enterprise for teams, and those for workspaces and projects, that never happen here: nothing runs on the server. */
export const triggersOfTeams = ['change_request:created'] as const;
export const otherTriggers = [
  'run:created',
  'run:planning',
  'run:needs_attention',
  'run:applying',
  'run:completed',
  'run:errored',
  'assessment:drifted',
  'assessment:failed',
  'assessment:check_failure',
  'workspace:auto_destroy_reminder',
  'workspace:auto_destroy_run_results',
] as const;

/** What a webhook is told of, and where. */
export interface WebhookSettings {
  readonly name: string;
  readonly url: string;
  readonly enabled: boolean;
  readonly events: readonly NoticeKind[];
  readonly otherTriggers: readonly string[];
  readonly expiryDays: readonly number[];
  readonly crlExpiryHours: readonly number[];
}

/** What a change may give; absent and null fields do not change. */
export interface GivenWebhook {
  readonly name?: string | null | undefined;
  readonly url?: string | null | undefined;
  readonly enabled?: boolean | null | undefined;
  readonly events?: readonly string[] | null | undefined;
  readonly otherTriggers?: readonly string[] | null | undefined;
  readonly expiryDays?: readonly number[] | null | undefined;
  readonly crlExpiryHours?: readonly number[] | null | undefined;
  readonly secret?: string | null | undefined;
}

/** What settings must fit. */
export interface SettingRules {
  readonly on: NoticeSubject;
  readonly format: NoticeFormat;
  readonly gate: Pick<OutboundGate, 'refusalOf'>;
  /** Of Terraform Enterprise. Defaults to those of workspaces. */
  readonly triggers?: readonly string[];
}

const refused = (field: string, why: string) => problem('INVALID_INPUT', `${field} ${why}`, [field]);

/**
 * The settings after a change.
 * @param before null for a new webhook
 * @throws INVALID_INPUT naming the field and the rule
 */
export function settingsAfter(
  before: WebhookSettings | null,
  given: GivenWebhook,
  { on, format, gate, triggers = otherTriggers }: SettingRules,
): WebhookSettings {
  const events = given.events ? kindsOf(given.events, on) : (before?.events ?? []);
  const settings: WebhookSettings = {
    name: (given.name ?? before?.name ?? '').trim(),
    url: (given.url ?? before?.url ?? '').trim(),
    enabled: given.enabled ?? before?.enabled ?? true,
    events,
    otherTriggers: given.otherTriggers ? triggersOf(given.otherTriggers, triggers) : (before?.otherTriggers ?? []),
    expiryDays: windowOf('expiryDays', given.expiryDays ?? before?.expiryDays ?? [], longestExpiryDays),
    crlExpiryHours: windowOf('crlExpiryHours', given.crlExpiryHours ?? before?.crlExpiryHours ?? [], longestCrlHours),
  };
  if (settings.name === '' || settings.name.length > longestName || /\p{Cc}/u.test(settings.name))
    throw refused('name', `must have 1 to ${longestName} characters, none of them a control character`);
  requireAddress(settings.url, gate);
  if (format === 'trustate' && events.length === 0) throw refused('events', 'must name at least one event');
  requireWindows(settings);
  return settings;
}

/** @throws INVALID_INPUT */
export function checkedSecret(secret: string, format: NoticeFormat): string | null {
  // Terraform Enterprise takes any, and none.
  const [least, most] = format === 'terraform' ? [0, longestSecret] : [shortestSecret, longestSecret];
  const { length } = Buffer.from(secret);
  if (length < least || length > most) throw refused('secret', `must have ${least} to ${most} bytes`);
  return secret === '' ? null : secret;
}

function requireAddress(address: string, gate: Pick<OutboundGate, 'refusalOf'>): void {
  const url = address.length <= longestUrl && URL.canParse(address) ? new URL(address) : null;
  const isHttp = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (!url || !isHttp || url.username !== '' || url.password !== '' || url.hash !== '')
    throw refused(
      'url',
      `must be a URL of https or http without user, password and fragment, at most ${longestUrl} long`,
    );
  const why = gate.refusalOf(url);
  if (why !== null) throw refused('url', `must not be called: its address is ${why}`);
}

function kindsOf(given: readonly string[], on: NoticeSubject): readonly NoticeKind[] {
  const known = [...new Set(given)].map((kind) => {
    if (!isNoticeKind(kind)) throw refused('events', `must be of ${noticeKinds.join(', ')}`);
    if (subjectOf(kind) !== on) throw refused('events', `cannot have ${kind}, which is not an event of a ${on}`);
    return kind;
  });
  return known;
}

function triggersOf(given: readonly string[], triggers: readonly string[]): readonly string[] {
  const unknown = given.find((trigger) => !triggers.includes(trigger));
  if (unknown !== undefined) throw refused('otherTriggers', `cannot have ${JSON.stringify(unknown.slice(0, 40))}`);
  return [...new Set(given)];
}

function windowOf(field: 'expiryDays' | 'crlExpiryHours', given: readonly number[], longest: number) {
  const windows = [...new Set(given)].sort((one, other) => other - one);
  if (windows.length > mostWindows || windows.some((each) => !Number.isInteger(each) || each < 1 || each > longest))
    throw refused(field, `must be at most ${mostWindows} whole numbers from 1 to ${longest}`);
  return windows;
}

function requireWindows({ events, expiryDays, crlExpiryHours }: WebhookSettings): void {
  const pairs = [
    { field: 'expiryDays', windows: expiryDays, kind: 'certificate.expiring' },
    { field: 'crlExpiryHours', windows: crlExpiryHours, kind: 'crl.expiring' },
  ] as const;
  for (const { field, windows, kind } of pairs) {
    const asks = events.includes(kind);
    if (asks && windows.length === 0) throw refused(field, `must be given for ${kind}`);
    if (!asks && windows.length > 0) throw refused(field, `is only for ${kind}`);
  }
}
