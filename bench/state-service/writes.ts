import { roundsOf, secondsOf } from '../settings.js';
import { Client } from './client.js';
import { CompiledServer, Helper, newFolder } from './processes.js';
import { atLeast, more, tell } from './report.js';
import { inTurns, loaded, ratios } from './rounds.js';
import type { Subject } from './rounds.js';
import type { WriterSetup } from './writer.js';

const clients = 16;
const rounds = roundsOf(7);

/** New state versions with their content, acknowledged once they are on disk: sixteen clients against one. */
export async function measureWrites(): Promise<void> {
  const server = await CompiledServer.start(newFolder());
  const loader = Helper.start('load.ts');
  try {
    const { token, port } = server;
    const client = new Client(server, token);
    const setup = async (name: string): Promise<WriterSetup> => ({
      ...{ token, lineage: `lineage of ${name}`, serial: 0, padding: 2_000 },
      workspaceId: await client.lockedWorkspace(name),
    });
    const alone = [await setup('alone')];
    const many = await Promise.all(Array.from({ length: clients }, (_, index) => setup(`many-${index}`)));
    const subject = (writers: readonly WriterSetup[]): Subject =>
      loaded(loader, { connections: writers.length, load: { kind: 'write', port, writers } }, [server.pid]);
    const { one, sixteen } = await inTurns(
      { one: subject(alone), sixteen: subject(many) },
      { rounds, seconds: secondsOf(3) },
    );
    tell('creates, 1 client', one.rates, '/s', more);
    tell('creates, 16 clients', sixteen.rates, '/s', more);
    tell('creates, 16 clients', ratios(sixteen.rates, one.rates), '× 1 client', atLeast(2));
  } finally {
    await Promise.all([server.discard(), loader.stop()]);
  }
}
