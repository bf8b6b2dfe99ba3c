import { expect } from 'vitest';
import { z } from 'zod';
import { revokedSerial } from '../../upgrades/released-data.js';
import { md5Of, stateText } from '../harness/content.js';
import type { Server } from '../harness/server.js';
import { Site } from '../harness/site.js';

const issued = z.object({ data: z.object({ serial_number: z.string() }) });
const revoked = z.object({ data: z.object({ revocation_time: z.number() }) });

/** What a server of version 0.1.0 left behind is there, and goes on. */
export async function goesOn(server: Server): Promise<void> {
  const site = new Site(server);
  const workspace = await site.world.found('default', 'kept');
  const content = z
    .object({ serial: z.number(), outputs: z.object({ greeting: z.object({ value: z.string() }) }) })
    .parse(JSON.parse((await workspace.currentContent()) ?? ''));
  expect(content).toMatchObject({ serial: 2, outputs: { greeting: { value: 'hello 2' } } });
  const next = stateText({ serial: 3, lineage: 'fixture' });
  await (await workspace.lock()).push(next);
  expect(md5Of((await workspace.currentContent()) ?? '')).toBe(md5Of(next));
  const made = await site.root.send('POST', `${server.http}/v1/pki/issue/web`, {
    common_name: 'new.example.com',
    ttl: '1h',
  });
  expect(issued.parse(made.expect(200).json).data.serial_number).not.toBe(revokedSerial);
  const before = await site.root.send('GET', `${server.http}/v1/pki/cert/${revokedSerial}`);
  expect(revoked.parse(before.expect(200).json).data.revocation_time).toBeGreaterThan(0);
}
