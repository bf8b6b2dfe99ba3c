#!/usr/bin/env node
import { lacksOpenFiles, openFilesText } from './platform/open-files.js';

// Written files are only for their owner, unless code asks for more.
process.umask(0o077);

/** Everything is opened from here: what cannot even be loaded is said too. */
async function run(): Promise<number> {
  try {
    const { runCommand } = await import('./main-program.js');
    return await runCommand();
  } catch (error) {
    if (!lacksOpenFiles(error)) throw error;
    process.stderr.write(`trustate: ${openFilesText()}\n`);
    return 1;
  }
}

// Nothing is waited for any more when it ends: running requests have finished or had their time.
process.exit(await run());
