import { beforeAll, describe, expect, test } from 'vitest';
import { around, csr, planned, ruleOf } from './made.js';
import type { Csr } from './refused.js';
import { decided, subject, template } from './template-decisions.js';

describe('of a signing request', () => {
  let strong: Csr;
  let weak: Csr;
  beforeAll(async () => {
    strong = await csr({ key: 'ec-384' });
    weak = { ...strong, publicKey: { ...strong.publicKey, spec: { type: 'rsa', bits: 1024 } } };
  });

  test('the key is certified, whatever the program says of keys', () => {
    expect(planned(decided(template(subject), around, strong)).key).toEqual({ given: strong.publicKey });
  });

  test('a weak key is refused', () => {
    const decision = decided(template(subject), around, weak);
    expect([ruleOf(decision), decision.broken?.[0].field]).toEqual(['weak-key', 'csr']);
  });
});
