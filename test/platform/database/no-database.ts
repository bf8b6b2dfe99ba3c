/** In every `*.unit.test.ts`: no database can be opened. */
import pg from 'pg';
import { vi } from 'vitest';

const { refuse } = vi.hoisted(() => ({
  refuse: (): never => {
    throw new Error(
      'a file that is named *.unit.test.ts opens no database: call it *.test.ts or *.both-databases.test.ts',
    );
  },
}));

vi.mock('../../../src/platform/database/sqlite/driver.js', () => ({
  SqliteDatabase: vi.fn(function open() {
    refuse();
  }),
  busyTimeoutMs: 0,
}));
pg.Client.prototype.connect = refuse;
