/** A process that works on jobs until it is killed: marks each subject before and after its work, in two writes that a kill may come between. */
import pino from 'pino';
import { systemClock } from '../../../src/platform/clock.js';
import { openDatabase } from '../../../src/platform/database/database.js';
import { doneOnce } from '../../../src/platform/jobs/job-kind.js';
import { JobRunner } from '../../../src/platform/jobs/job-runner.js';
import { JobStore } from '../../../src/platform/jobs/job.store.js';
import { printed } from '../../printed.js';

const [url = ''] = process.argv.slice(2);
const database = await openDatabase({ url });
const store = new JobStore({ database, clock: systemClock });
const mark = (key: string) =>
  database.client.installationFact.upsert({ where: { key }, create: { key, value: '1' }, update: { value: '1' } });
const runner = new JobRunner({
  store,
  clock: systemClock,
  log: pino({ level: 'silent' }),
  leaseMs: 300,
  pollMs: 50,
  kinds: {
    work: doneOnce(async ({ subject }) => {
      await mark(`begun ${subject}`);
      await printed(subject);
      await new Promise((resolve) => setTimeout(resolve, 5));
      await mark(`done ${subject}`);
      return undefined;
    }),
  },
});
runner.start();
