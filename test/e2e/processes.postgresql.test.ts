import { describe, inject } from 'vitest';
import { PostgresDatabases } from '../platform/database/postgres-databases.js';
import '../platform/database/postgres-setup.js';
import { oneServer } from './processes/one-server.js';

describe('a server of two processes on PostgreSQL', () => {
  oneServer(async () => {
    const database = await new PostgresDatabases(inject('postgres')).make('template0');
    return { settings: { TRUSTATE_DATABASE_URL: database.url }, remove: () => database.remove() };
  });
});
