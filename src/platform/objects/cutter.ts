/** Cuts content into pieces of one size; the last may be shorter. The memory of a piece is reused after it is given back. */
export class Cutter {
  private readonly spare: Buffer[] = [];

  constructor(private readonly pieceBytes: number) {}

  async *cut(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, void, undefined> {
    let piece: Buffer = Buffer.alloc(0);
    let filled = 0;
    for await (const bytes of content) {
      for (let taken = 0; taken < bytes.length;) {
        const part = bytes.subarray(taken, taken + this.pieceBytes - filled);
        if (filled + part.length > piece.length) piece = this.grown(piece, filled, filled + part.length);
        piece.set(part, filled);
        filled += part.length;
        taken += part.length;
        if (filled === this.pieceBytes) {
          yield piece;
          piece = this.spare.pop() ?? Buffer.alloc(0);
          filled = 0;
        }
      }
    }
    if (filled > 0) yield piece.subarray(0, filled);
  }

  /** Takes back a piece that is no longer read. */
  giveBack(piece: Buffer): void {
    if (piece.length === this.pieceBytes) this.spare.push(piece);
  }

  /** Most objects are far smaller than a piece, so the first one starts small. */
  private grown(piece: Buffer, filled: number, needed: number): Buffer {
    const larger = Buffer.allocUnsafeSlow(
      needed > this.pieceBytes / 8 ? this.pieceBytes : Math.max(needed, 2 * piece.length),
    );
    larger.set(piece.subarray(0, filled));
    return larger;
  }
}
