import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.resetModules();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const scanning = async () => {
  const { withKernel } = await import('../../../src/state/content/kernel/kernel.js');
  return () => {
    withKernel(() => undefined);
  };
};

test('who has no address space for its memory is told that, and what to do', async () => {
  const outOfMemory = new RangeError('WebAssembly.Instance(): Out of memory');
  const Instance = function () {
    throw outOfMemory;
  };
  vi.stubGlobal('WebAssembly', { Module: Object, Instance });
  const scan = await scanning();
  const told = expect.objectContaining({
    message: expect.stringMatching(/address space.*--disable-wasm-trap-handler/) as unknown,
    cause: outOfMemory,
  }) as Error;
  expect(scan).toThrow(told);
});

test('who has no WebAssembly is told that', async () => {
  vi.stubGlobal('WebAssembly', undefined);
  expect(await scanning()).toThrow('WebAssembly with SIMD');
});
