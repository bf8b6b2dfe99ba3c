import { describe, expect, test } from 'vitest';
import type { Caller } from '../../../src/identity/caller.js';
import { ids } from '../../../src/platform/ids.js';
import { ContentUrls } from '../../../src/state/backing-data/content-url.js';
import { stateVersionStatuses } from '../../../src/state/versions/status.js';
import * as fields from '../../../src/state/versions/version-fields.js';
import type { StateVersion } from '../../../src/state/versions/version.type.js';
import { HandClock, origin } from '../../identity/world.js';

const clock = new HandClock();
const urls = new ContentUrls({ keys: [Buffer.alloc(32)], clock, lifetimeMs: 1_000 });
const organizationId = ids.organization.make();
const home = {
  workspaceId: ids.workspace.make(),
  workspaceName: 'w',
  organizationId,
  projectId: ids.project.make(),
  globalRemoteState: false,
  connectedToVcs: false,
  plan: 'free',
  storageQuota: null,
};
const version = (more: Partial<StateVersion>): StateVersion => ({
  ...{ home, neighbours: null },
  id: ids.stateVersion.make(),
  workspaceId: home.workspaceId,
  number: 1n,
  status: 'finalized',
  intermediate: false,
  serial: 1n,
  md5: 'a',
  lineage: null,
  size: 1n,
  stateFormat: 4,
  engineVersion: '1.11.4',
  createdAt: clock.now(),
  createdById: null,
  runId: null,
  rollbackOfId: null,
  finalizedAt: clock.now(),
  discardedAt: null,
  softDeletedAt: null,
  deleteOlderThanNDays: null,
  backingDataDueAt: null,
  permanentlyDeletedAt: null,
  resourcesProcessed: true,
  processingProblem: null,
  resourceCount: 0n,
  billableRumCount: 7n,
  outputIds: [],
  managedCount: 0n,
  modulesJson: '{}',
  providersJson: '{}',
  resourcesJson: '[]',
  force: false,
  createdUnderLock: null,
  outputsGiven: false,
  outputsSize: 0n,
  jsonSize: null,
  contentObjectId: 'c',
  jsonObjectId: 'j',
  jsonUploadedAt: clock.now(),
  ...more,
});

const caller = { tokenId: ids.token.make() };
const shown = (it: StateVersion) => ({
  down: fields.hostedStateDownloadUrl(it, urls, '', caller) !== null,
  jsonDown: fields.hostedJsonStateDownloadUrl(it, urls, '', caller) !== null,
  up: fields.hostedStateUploadUrl(it, urls, '') !== null,
  jsonUp: fields.hostedJsonStateUploadUrl(it, urls, '') !== null,
});

describe('URLs of a version', () => {
  const nothing = { contentObjectId: null, jsonObjectId: null, jsonUploadedAt: null };
  test.each([
    // what                                                    down   jsonDown up    jsonUp
    [{ status: 'pending', ...nothing }, false, false, true, true],
    [{ status: 'pending', contentObjectId: null }, false, false, true, false],
    [{ status: 'finalized', jsonObjectId: null, jsonUploadedAt: null }, true, false, false, true],
    [{ status: 'finalized' }, true, true, false, false],
    [{ status: 'discarded', ...nothing }, false, false, false, false],
    [{ status: 'backing_data_soft_deleted' }, false, false, false, false],
    [{ status: 'backing_data_permanently_deleted', ...nothing }, false, false, false, false],
  ] as const)('%j', (more, down, jsonDown, up, jsonUp) => {
    expect(shown(version(more))).toEqual({ down, jsonDown, up, jsonUp });
  });

  test.each([
    ['1.2.9', false],
    ['0.15.0', false],
    ['1.3.0', true],
    ['1.3.0-rc1', true],
    ['1.11.4', true],
    ['2.0.0', true],
    ['v1.4.0', true],
    ['', false],
    [null, false],
    ['new', false],
  ])('stable JSON of engine %s: %s', (engineVersion, there) => {
    expect(shown(version({ engineVersion })).jsonDown).toBe(there);
  });
});

describe('billable-rum-count', () => {
  const caller = (...organizations: string[]): Caller => ({
    kind: 'user',
    tokenId: ids.token.make(),
    userId: ids.user.make(),
    username: 'u',
    siteAdmin: true,
    narrowed: false,
    bound: false,
    policies: ['root'],
    organizations: new Map(
      organizations.map((id) => [
        id,
        { organizationId, organizationName: 'o', owner: false, teams: [], grants: new Set() },
      ]),
    ),
    epoch: '1',
    origin,
  });
  test.each([
    ['free', true, 7n],
    ['standard', true, 7n],
    ['enterprise', true, null],
    ['unheard of', true, null],
    ['free', false, null],
  ])('plan %s, member %s: %s', (plan, member, count) => {
    const it = version({ home: { ...home, plan } });
    expect(fields.billableRumCount(it, caller(...(member ? [organizationId] : [])))).toBe(count);
  });
  test('not before it was counted', () => {
    expect(fields.billableRumCount(version({ billableRumCount: null }), caller(organizationId))).toBeNull();
  });
});

test('every status has its row above', () => {
  expect(stateVersionStatuses).toHaveLength(5);
});
