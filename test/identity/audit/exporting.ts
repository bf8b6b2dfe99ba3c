import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { AuditChain } from '../../../src/identity/audit/chain.js';
import { AuditExport } from '../../../src/identity/audit/export.js';
import type { ExportTarget } from '../../../src/identity/audit/export-target.js';
import { verifyLines } from '../../../src/identity/audit/exported-chain.js';
import { openWorld, origin } from '../world.js';
import type { World } from '../world.js';

export const actor = { kind: 'user', username: 'olga “ü” \u2028', userId: 'user-1', tokenId: 'at-1', origin } as const;

export const linesOf = (text: string) => text.split('\n');
async function* each(lines: readonly string[]) {
  for (const line of lines) yield await Promise.resolve(line);
}
export const verified = (text: string) => verifyLines(each(linesOf(text)));

/** What tests of the export have, each anew. */
export interface Exporting {
  readonly world: World;
  /** For what is exported. */
  readonly folder: string;
  /** Puts records on the chain. */
  record(count: number): Promise<void>;
  exportTo(target: ExportTarget): AuditExport;
}

/** Before each test of a file a world without records; after it, nothing is left. */
export function exporting(): { readonly get: Exporting } {
  let current: Exporting | undefined;
  beforeEach(async () => {
    const world = await openWorld();
    await world.client.auditRecord.deleteMany();
    current = {
      world,
      folder: mkdtempSync(join(tmpdir(), 'trustate-audit-')),
      async record(count) {
        for (let n = 0; n < count; n += 1)
          await world.audit.record(
            world.client,
            actor,
            'workspace.update',
            { type: 'workspace', id: `ws-${n}` },
            { n, '7': '\n' },
          );
        await new AuditChain(world).run();
      },
      exportTo: (target) => new AuditExport({ database: world.database, target }),
    };
  });
  afterEach(async () => {
    if (!current) return;
    await current.world.close();
    rmSync(current.folder, { recursive: true, force: true });
  });
  return {
    get get() {
      if (!current) throw new Error('no test has begun');
      return current;
    },
  };
}
