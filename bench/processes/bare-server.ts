/**
 * The baseline of processes: Fastify in one or more of them, behind the same `node:cluster`, where each request does the bare work of a job and nothing else. What two
 * of them cost more than one is what the machine costs.
 */
import cluster from 'node:cluster';
import { fastify } from 'fastify';
import { jobs } from '../jobs/table.js';

/** As asked of the first process. */
export interface BareServing {
  readonly job: string;
  readonly processes: number;
}

if (cluster.isPrimary) {
  process.on('message', (message) => {
    const { job, processes } = message as BareServing;
    let awaited = processes;
    cluster.on('listening', (_, { port }) => {
      awaited -= 1;
      if (awaited === 0) process.send?.(port);
    });
    for (let made = 0; made < processes; made += 1) cluster.fork({ BENCH_BARE_JOB: job });
  });
} else {
  const job = jobs.find(({ name }) => name === process.env['BENCH_BARE_JOB']);
  if (!job) throw new Error('no job is called so');
  const { work, end } = job.bare();
  const app = fastify();
  app.get('/work', async () => {
    await work();
    return {};
  });
  process.once('disconnect', () => end?.());
  await app.listen({ port: 0, host: '127.0.0.1' });
}
