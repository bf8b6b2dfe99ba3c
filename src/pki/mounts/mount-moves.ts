import type { TransactionClient } from '../../platform/database/database.js';
import type { MountMoveRow, MountRow } from '../../platform/database/models.js';

/** A mount at its new path, and its move. */
export interface MovedMount {
  readonly mount: MountRow;
  readonly move: MountMoveRow;
}

/** Milliseconds that a move can be asked for. */
const keptMs = 30 * 86_400_000;

/** Whoever moved a mount may ask whether it was. Old moves make room. */
export async function recordMove(tx: TransactionClient, move: MountMoveRow): Promise<void> {
  await tx.mountMove.deleteMany({ where: { movedAt: { lt: new Date(move.movedAt.getTime() - keptMs) } } });
  await tx.mountMove.create({ data: move });
}
