/** Before the tests of a project: one server for all files that do not need one of their own. */
import type { TestProject } from 'vitest/node';
import { Server } from './server.js';
import type { Reached } from './server.js';

declare module 'vitest' {
  interface ProvidedContext {
    readonly server: Reached;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // All files together are one address, and many of them send tokens that are none.
  const server = await Server.start({ TRUSTATE_FAILED_SIGN_INS: '100000' });
  const { http, https, token, caFile } = server;
  project.provide('server', { http, https, token, caFile });
  return async () => {
    try {
      await server.stop();
    } catch (error) {
      // Vitest says what went wrong here, and that all went well.
      process.exitCode = 1;
      throw error;
    }
  };
}
