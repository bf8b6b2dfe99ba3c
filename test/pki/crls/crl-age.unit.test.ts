import { expect, test } from 'vitest';
import { crlFault } from '../../../src/pki/crls/crl-age.js';
import { defaultCrlConfig } from '../../../src/pki/config/crl-config.js';

const hour = 3_600_000;
const now = new Date('2030-05-01T12:00:00Z');
const at = (hours: number) => new Date(now.getTime() + hours * hour);
/** A CRL from some hours to others, seen from now. */
const from = (begins: number, ends: number) => ({ thisUpdate: at(begins), nextUpdate: at(ends), suppressed: false });
const config = { ...defaultCrlConfig, expiry: (72 * hour) / 1000, autoRebuildGracePeriod: (12 * hour) / 1000 };
const deltas = { ...config, enableDelta: true, autoRebuild: true, deltaRebuildInterval: 900 };
const sound = { complete: from(-1, 71), delta: null, unpublished: false };

test.each([
  // what                                  configuration, what is published               what is said
  ['a young one', config, sound, null],
  ['none at all', config, { ...sound, complete: null }, [true, 'there is no CRL']],
  [
    'one that has ended',
    config,
    { ...sound, complete: from(-73, -1) },
    [true, 'the complete CRL ended on 2030-05-01T11:00'],
  ],
  ['one that ends now', config, { ...sound, complete: from(-72, 0) }, [true, 'the complete CRL ended on']],
  [
    'one in its grace period',
    config,
    { ...sound, complete: from(-61, 11) },
    [false, 'the complete CRL was to be renewed on 2030-05-01T11:00'],
  ],
  ['one that was due a minute ago', config, { ...sound, complete: from(-60 - 1 / 60, 12 - 1 / 60) }, null],
  [
    'one that was due a little earlier',
    config,
    { ...sound, complete: from(-60 - 1.1 / 60, 12 - 1.1 / 60) },
    [false, 'the complete CRL was to be renewed on 2030-05-01T11:58'],
  ],
  ['one that is due this minute', config, { ...sound, complete: from(-60, 12) }, null],
  ['one of tomorrow', config, { ...sound, complete: from(24, 96) }, [true, 'the complete CRL begins in the future']],
  [
    'a revocation that is not on it',
    config,
    { ...sound, unpublished: true },
    [false, 'a revocation is not on the CRL yet'],
  ],
  ['one that waits for the next build', { ...config, autoRebuild: true }, { ...sound, unpublished: true }, null],
  ['a young delta', deltas, { ...sound, delta: from(0, 1) }, null],
  ['a delta that has ended', deltas, { ...sound, delta: from(-2, -1) }, [true, 'the delta CRL ended on']],
  ['a delta that is late', deltas, { ...sound, delta: from(-0.5, 1) }, [false, 'the delta CRL was to be renewed on']],
  ['a delta of earlier', config, { ...sound, delta: from(-2, -1) }, null],
] as const)('%s', (_, given, state, said) => {
  const fault = crlFault(now, given, state);
  if (said === null) expect(fault).toBeNull();
  else expect(fault).toMatchObject({ grave: said[0], text: expect.stringContaining(said[1]) as string });
});
