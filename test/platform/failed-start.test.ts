import { expect, onTestFinished, test, vi } from 'vitest';
import { startApp } from '../../src/app.js';
import { readConfig } from '../../src/settings/config.js';
import { Database } from '../../src/platform/database/database.js';
import { JobStore } from '../../src/platform/jobs/job.store.js';
import { createLog } from '../../src/platform/log/log.js';
import { SealRecord } from '../../src/platform/seal/seal-record.js';
import { StartingWork } from '../../src/platform/starting-work.js';
import { scratchFolder } from './database/scratch.js';

/** A server whose start comes to its end early, after its first step. */
function start(ended: Error) {
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  vi.spyOn(SealRecord.prototype, 'announcement').mockImplementation(() => {
    throw ended;
  });
  const config = readConfig({
    TRUSTATE_DATA_DIR: scratchFolder(),
    TRUSTATE_HTTP_PORT: '0',
    TRUSTATE_HTTPS_PORT: 'off',
  });
  return startApp(config, { log: createLog({ level: 'fatal', secrets: [] }) });
}

const failure = (code: string) => Object.assign(new Error(code), { code });

test('a start that fails while steps of it wait takes them no more, from before the database is closed', async () => {
  vi.spyOn(JobStore.prototype, 'release').mockRejectedValue(failure('SQLITE_FULL'));
  const steps = vi.spyOn(StartingWork.prototype, 'close');
  const database = vi.spyOn(Database.prototype, 'close');
  const ended = new Error('a later part of the start');
  await expect(start(ended)).rejects.toBe(ended);
  const [[first], [second]] = [steps.mock.invocationCallOrder, database.mock.invocationCallOrder];
  expect(first).toBeLessThan(second ?? 0);
});

test('a step that there is no right to write for ends the start', async () => {
  const denied = failure('SQLITE_READONLY');
  vi.spyOn(JobStore.prototype, 'release').mockRejectedValue(denied);
  await expect(start(new Error('what comes after the step'))).rejects.toBe(denied);
});
