/**
 * A process that works on jobs until it is killed: marks each subject before and after its work, in two writes that a kill may come between. It ends fewer than
 * it is told: what begins after those never ends.
 */
import pino from 'pino';
import { systemClock } from '../../../src/platform/clock.js';
import { openDatabase } from '../../../src/platform/database/database.js';
import { doneOnce } from '../../../src/platform/jobs/job-kind.js';
import { JobRunner } from '../../../src/platform/jobs/job-runner.js';
import { JobStore } from '../../../src/platform/jobs/job.store.js';
import { printed } from '../../printed.js';

const [url = '', most = ''] = process.argv.slice(2);
let begun = 0;
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
      begun += 1;
      const ends = begun < Number(most);
      await printed(subject);
      if (!ends) await new Promise(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 5));
      await mark(`done ${subject}`);
      return undefined;
    }),
  },
});
runner.start();
