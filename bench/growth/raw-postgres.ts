import pg from 'pg';
import { keepsLists, listedAnew } from './kept-lists.js';
import type { Numbered } from './numbered.js';
import type { RawDatabase } from './raw-database.js';

export class RawPostgres implements RawDatabase {
  readonly row: Numbered = {
    number: 'n."value"',
    padded: `lpad(n."value"::text, 8, '0')`,
    time: `timestamp '2025-01-01' + n."value" * interval '1 second'`,
    later: `timestamp '2039-01-01'`,
    turn: (below) => `lpad((n."value" % ${below})::text, 8, '0')`,
    octets: (count) => `decode(repeat('00', ${count}), 'hex')`,
  };

  private constructor(private readonly client: pg.Client) {}

  static async open(url: string): Promise<RawPostgres> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    for (const setting of ['synchronous_commit = off', `work_mem = '512MB'`, `maintenance_work_mem = '512MB'`])
      await client.query(`SET ${setting}`);
    return new RawPostgres(client);
  }

  async columns(table: string): Promise<readonly string[]> {
    const { rows } = await this.client.query<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1 AND table_schema = current_schema()`,
      [table],
    );
    return rows.map(({ name }) => name);
  }

  numbers(count: number): string {
    return `generate_series(1, ${count}) n("value")`;
  }

  async run(sql: string): Promise<void> {
    await this.client.query(sql);
  }

  async together(table: string, work: () => Promise<void>): Promise<void> {
    const indexes = await this.#texts(
      `SELECT 'DROP INDEX ' || i.indexrelid::regclass, pg_get_indexdef(i.indexrelid) FROM pg_index i
       WHERE i.indrelid = '"${table}"'::regclass AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = i.indexrelid)`,
    );
    const triggers = await this.#texts(
      `SELECT t.tgname, '' FROM pg_trigger t WHERE t.tgrelid = '"${table}"'::regclass AND NOT t.tgisinternal`,
    );
    for (const [drop] of indexes) await this.run(drop);
    // References are not checked either.
    await this.run(`ALTER TABLE "${table}" DISABLE TRIGGER ALL`);
    for (const [name] of triggers)
      if (!keepsLists.test(name)) await this.run(`ALTER TABLE "${table}" ENABLE TRIGGER "${name}"`);
    await work();
    await this.run(`ALTER TABLE "${table}" ENABLE TRIGGER ALL`);
    for (const [, sql] of indexes) await this.run(sql);
    for (const sql of listedAnew('postgresql', table)) await this.run(sql);
  }

  async #texts(sql: string): Promise<readonly (readonly [string, string])[]> {
    const { rows } = await this.client.query<[string, string]>({ text: sql, rowMode: 'array' });
    return rows;
  }

  async first(sql: string): Promise<string | null> {
    const { rows } = await this.client.query<{ id: string }>(sql);
    return rows[0]?.id ?? null;
  }

  async settle(): Promise<void> {
    await this.client.query('VACUUM ANALYZE');
  }

  async close(): Promise<void> {
    await this.client.end();
  }
}
