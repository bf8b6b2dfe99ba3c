/** Called while bytes are transferred, with their number and `total`; `total` is null if it is not known. */
export type OnProgress = (moved: number, total: number | null) => void;

/** Passes bytes on and reports how many have passed. */
export function counted(
  bytes: ReadableStream<Uint8Array>,
  total: number | null,
  onProgress: OnProgress | undefined,
): ReadableStream<Uint8Array> {
  let moved = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      moved += chunk.byteLength;
      onProgress?.(moved, total);
      controller.enqueue(chunk);
    },
  });
  return bytes.pipeThrough(counter);
}
