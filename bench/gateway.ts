// REST through a compiled operation against a Fastify route that answers the same document from memory, in one process tree.
import { spawn } from 'node:child_process';
import { Agent, request } from 'node:http';
import { fastify } from 'fastify';

const connections = 32;
const seconds = 4;

/** Requests a second at one path, over kept-alive connections. */
async function measure(url: string, headers: Record<string, string>, body?: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const until = performance.now() + seconds * 1000;
  let answered = 0;
  const once = () =>
    new Promise<void>((resolve, reject) => {
      const asked = request(url, { agent, headers, method: body ? 'POST' : 'GET' }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${url} answered ${String(response.statusCode)}`));
        response.resume().on('end', resolve);
      });
      asked.on('error', reject).end(body);
    });
  const worker = async () => {
    while (performance.now() < until) {
      await once();
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  agent.destroy();
  return answered / seconds;
}

async function serve(): Promise<void> {
  const { runGateway } = await import('../test/gateway/fixture.js');
  const { url } = await runGateway();
  const document = await (
    await fetch(`${url}/api/v2/boats/boat-3`, { headers: { authorization: 'Bearer good' } })
  ).json();
  const memory = fastify();
  memory.get('/boat', () => document);
  const baseline = await memory.listen({ port: 0, host: '127.0.0.1' });
  process.send?.({ url, baseline });
}

if (process.argv.includes('--serve')) await serve();
else {
  const [script = ''] = process.argv.slice(1);
  const child = spawn(process.execPath, ['--import', 'tsx', script, '--serve'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const { url, baseline } = await new Promise<{ url: string; baseline: string }>((resolve) =>
    child.once('message', resolve),
  );
  const authorization = { authorization: 'Bearer good' };
  const json = { ...authorization, 'content-type': 'application/json' };
  const query = JSON.stringify({ query: '{ fleet { id name length } }' });
  for (let round = 0; round < 2; round += 1) {
    const memory = await measure(`${baseline}/boat`, {});
    const rest = await measure(`${url}/api/v2/boats/boat-3`, authorization);
    const graphql = await measure(`${url}/graphql`, json, query);
    console.log(
      `memory ${memory.toFixed(0)}/s  REST ${rest.toFixed(0)}/s (${(rest / memory).toFixed(2)})  ` +
        `GraphQL, 20 objects of 3 fields ${graphql.toFixed(0)}/s (${(graphql / memory).toFixed(2)})`,
    );
  }
  child.kill();
}
