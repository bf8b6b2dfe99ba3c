/** A process that writes past the client for the test to kill: prints each key once it and its twin are acknowledged. */
import { openDatabase } from '../../../src/platform/database/database.js';
import { insertFact } from './facts.js';
import { printed } from '../../printed.js';

const [url = '', prefix = ''] = process.argv.slice(2);
const database = await openDatabase({ url });

async function writeForever(client: number): Promise<void> {
  for (let number = 0; ; number++) {
    const key = `${prefix}-${client}-${number}`;
    await database.writeSql([
      { sql: insertFact, rows: [[key, '1']] },
      { sql: insertFact, rows: [[`${key}-twin`, '1']] },
    ]);
    await printed(key);
  }
}

await Promise.all(Array.from({ length: 8 }, (_, client) => writeForever(client)));
