import { killedTests } from './enrolment-kill/killed.js';
import { twoServers } from './harness/two-servers.js';

killedTests('on PostgreSQL, with two servers', async () => {
  const servers = await twoServers();
  return {
    ...{ one: servers.one.server, other: servers.other.server },
    // Servers take the time of the database, so that what waits is made older.
    async later() {
      await servers.rows(`UPDATE "CmpTransaction" SET "confirmBy" = "confirmBy" - interval '1 day'`);
      await servers.rows(`UPDATE "Job" SET "dueAt" = "dueAt" - interval '1 day' WHERE "kind" = 'cmp.cleaning'`);
      await servers.one.server.restart();
    },
    stop: () => servers.stop(),
  };
});
