import { createRequire } from 'node:module';
import type BetterSqlite3 from 'better-sqlite3';

const load: (name: string) => typeof BetterSqlite3 = createRequire(import.meta.url);

/**
 * better-sqlite3 13 is written against version 10 of Node-API, which Node has from 22.14 on; better-sqlite3 12 serves older ones. It may not
 * serve newer ones: where Node 24.19 collects one of its statements, the process is aborted.
 */
const SqliteDriver = load(Number(process.versions['napi']) >= 10 ? 'better-sqlite3-napi' : 'better-sqlite3');
export default SqliteDriver;
