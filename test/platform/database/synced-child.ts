/** A process that writes for the test to trace: prints the key of each fact once its write is acknowledged. */
import { openDatabase } from '../../../src/platform/database/database.js';
import { printed } from '../../printed.js';

const [url = ''] = process.argv.slice(2);
const database = await openDatabase({ url });

async function write(client: number): Promise<void> {
  for (let number = 0; number < 15; number += 1) {
    const key = `fact-${client}-${number}-`;
    const data = { key, value: '' };
    if (client % 2 === 0) await database.client.installationFact.create({ data });
    else await database.transaction((tx) => tx.installationFact.create({ data }));
    await printed(`told ${key}`);
  }
}

// The first commit of all writes the beginning of the log, which SQLite syncs itself.
await database.client.installationFact.create({ data: { key: 'first', value: '' } });
await printed('begin');
await Promise.all(Array.from({ length: 4 }, (_, client) => write(client)));
await printed('end');
await database.close();
