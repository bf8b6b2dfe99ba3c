import { killedTests } from './enrolment-kill/killed.js';
import { twoServers } from './harness/two-servers.js';

killedTests('on PostgreSQL, with two servers', async () => {
  const servers = await twoServers();
  return { one: servers.one.server, other: servers.other.server, stop: () => servers.stop() };
});
