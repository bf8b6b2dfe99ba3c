import { expect, test } from 'vitest';
import { encodePem, pemLength, pemPieces } from '../../../src/pki/x509/index.js';

const piece = 48 * 4096;

test.each([0, 1, 2, 3, 47, 48, 49, 96, piece - 1, piece, piece + 1, 2 * piece + 50])(
  'a PEM text of %i octets is the same in pieces, and as long as it was said to be',
  (octets) => {
    const whole = Buffer.alloc(octets + 10, 'octets');
    // Part of a larger one, as what comes from a database is.
    const der = whole.subarray(10);
    for (const lineEnd of ['\n', '\\n']) {
      const text = Buffer.concat([...pemPieces('X509 CRL', der, lineEnd)]).toString();
      expect(text === encodePem('X509 CRL', der).replaceAll('\n', lineEnd)).toBe(true);
      expect(pemLength('X509 CRL', octets, lineEnd)).toBe(text.length);
    }
  },
);
