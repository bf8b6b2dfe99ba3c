/** A process that writes past the client for the test to kill: prints each key once it and its twin are acknowledged. */
import { writeSync } from 'node:fs';
import { openDatabase } from '../../../src/platform/database/database.js';
import { insertFact } from './facts.js';

const [url = '', prefix = ''] = process.argv.slice(2);
const database = await openDatabase({ url });

async function writeForever(client: number): Promise<void> {
  for (let number = 0; ; number++) {
    const key = `${prefix}-${client}-${number}`;
    await database.writeSql([
      { sql: insertFact, rows: [[key, '1']] },
      { sql: insertFact, rows: [[`${key}-twin`, '1']] },
    ]);
    writeSync(1, `${key}\n`);
  }
}

await Promise.all(Array.from({ length: 8 }, (_, client) => writeForever(client)));
