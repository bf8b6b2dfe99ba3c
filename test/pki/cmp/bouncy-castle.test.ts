import { expect, test } from 'vitest';
import { openCmp, run } from './live.js';

/** Jars of Bouncy Castle, in a folder that BOUNCY_CASTLE names: a client of CMP that nobody here wrote. */
const jars = process.env['BOUNCY_CASTLE'];

if (jars === undefined) {
  test('Bouncy Castle, as a client of CMP: BOUNCY_CASTLE names no folder with its jars: not run', () => {
    expect(jars).toBeUndefined();
  });
} else {
  test('Bouncy Castle enrols by both kinds of MAC, and renews by signature', async () => {
    const cmp = await openCmp();
    try {
      const { reference, secret } = await cmp.secret({ max_uses: 2 });
      const program = new URL('Client.java', import.meta.url).pathname;
      const address = `${cmp.live.base}/v1/pki/cmp`;
      const { code, said } = await run(cmp.folder, 'java', ['-cp', `${jars}/*`, program, address, reference, secret]);
      expect([code, said]).toEqual([0, '']);
    } finally {
      await cmp.close();
    }
  });
}
