/** A process that writes for the test to kill: prints the name of each organization once its write is acknowledged. */
import { openDatabase } from '../../../src/platform/database/database.js';
import { organization } from './scratch-rows.js';
import { printed } from '../../printed.js';

const [url = '', prefix = ''] = process.argv.slice(2);
const database = await openDatabase({ url });

async function writeForever(client: number): Promise<void> {
  for (let number = 0; ; number++) {
    const name = `${prefix}-${client}-${number}`;
    if (client % 2 === 0) await database.client.organization.create({ data: organization(name) });
    else {
      await database.transaction(async (tx) => {
        await tx.organization.create({ data: organization(`${name}-first`) });
        await tx.organization.create({ data: organization(name) });
      });
    }
    await printed(name);
  }
}

await Promise.all(Array.from({ length: 8 }, (_, client) => writeForever(client)));
