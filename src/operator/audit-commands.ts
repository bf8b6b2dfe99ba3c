import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { OperatorError } from '../platform/operator-error.js';
import type { Tools } from './administration.js';

export interface AuditCommandDeps {
  readonly withTools: (work: (tools: Tools) => Promise<void>) => Promise<void>;
  readonly print: (text: string) => void;
  readonly end: (status: number) => void;
}

/** `trustate audit`: checks the exported audit records. */
export function describeAudit(program: Command, { withTools, print, end }: AuditCommandDeps): void {
  program
    .command('audit')
    .description('Check audit records that were exported.')
    .command('verify')
    .description('Check that exported files form a chain without a gap. Exit status 1 when they do not.')
    .argument('<files...>', 'the files that TRUSTATE_AUDIT_EXPORT wrote, oldest first')
    .option('--database', 'also compare the last record with the one in the configured database', false)
    .action((files: string[], options: { database: boolean }) =>
      withTools(async ({ audit }) => {
        // Before the lines are read, because the server may deliver more in the meantime.
        const exported = options.database ? await audit.exported() : 0n;
        const { cut, fault, first, last, records, repeated } = await audit.verify(linesOf(files));
        if (!last || first === null || fault !== null) {
          print(fault ?? 'there is no record');
          end(1);
          return;
        }
        const more = [
          ...(repeated > 0 ? [`${repeated} lines are repeated`] : []),
          ...(cut > 0 ? [`${cut} lines are incomplete`] : []),
        ];
        print([`${records} records, ${first} to ${last.position}, are intact`, ...more].join(', '));
        if (first > 1n) print(`records before ${first} are not in these files`);
        print(`hash of record ${last.position}: ${last.hash}`);
        if (!options.database) return;
        const difference = await audit.compare(last, exported);
        print(difference ?? `the database has the same record ${last.position}`);
        if (difference !== null) end(1);
      }),
    );
}

/** @throws OperatorError for a file that cannot be read */
async function* linesOf(files: readonly string[]): AsyncGenerator<string> {
  for (const file of files) {
    try {
      yield* createInterface({ input: createReadStream(file), crlfDelay: Infinity });
    } catch (error) {
      throw new OperatorError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}
