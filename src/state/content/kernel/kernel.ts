import { AT, KEPT, WINDOW, WINDOW_BYTES } from './cells.js';
import { kernelModule } from './module.js';

/** What Node gives and the types of ES do not name; `exports` are those of assembly/scan.ts. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: Exports };
};

interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly scan: (end: number) => number;
}

/** The compiled grammar with a memory of its own: 128 KiB, which never grows. */
export class Kernel {
  readonly cells: Int32Array;
  readonly #window: Uint8Array;
  readonly #scan: (end: number) => number;
  #end = WINDOW;

  constructor({ memory, scan }: Exports) {
    this.cells = new Int32Array(memory.buffer, 0, KEPT / 4);
    this.#window = new Uint8Array(memory.buffer, WINDOW, WINDOW_BYTES);
    this.#scan = scan;
  }

  /** @param bytes up to WINDOW_BYTES, which are scanned next */
  show(bytes: Uint8Array): void {
    this.#window.set(bytes);
    this.#end = WINDOW + bytes.length;
    this.cells[AT] = WINDOW;
  }

  /** @returns why it stopped */
  scan(): number {
    return this.#scan(this.#end);
  }
}

const unsupported = 'reading states takes WebAssembly with SIMD, which this processor or Node does not have';
const noRoom =
  'reading states takes 10 GiB of address space for a WebAssembly memory, or Node with --disable-wasm-trap-handler';

let compiled: object | undefined;
const idle: Kernel[] = [];

/**
 * @throws where a processor has no vectors of 16 bytes, which is none since about 2008, Node was started without WebAssembly (`--jitless`), or the process may
 *   not have the address space (`ulimit -v`) that V8 reserves so that it need not check each address
 */
function begin(): Kernel {
  try {
    compiled ??= new WebAssembly.Module(Buffer.from(kernelModule, 'base64'));
    return new Kernel(new WebAssembly.Instance(compiled).exports);
  } catch (cause) {
    throw new Error(cause instanceof RangeError ? noRoom : unsupported, { cause });
  }
}

/** Has a thread's kernel work for one caller. There is a second one only if a caller is called back and scans something else meanwhile. */
export function withKernel(work: (kernel: Kernel) => void): void {
  const kernel = idle.pop() ?? begin();
  try {
    work(kernel);
  } finally {
    idle.push(kernel);
  }
}
