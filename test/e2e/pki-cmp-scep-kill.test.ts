import { killedTests } from './enrolment-kill/killed.js';
import { Server } from './harness/server.js';

killedTests('on SQLite', async () => {
  const server = await Server.start();
  return { one: server, other: server, later: () => server.restart(1), stop: () => server.stop() };
});
