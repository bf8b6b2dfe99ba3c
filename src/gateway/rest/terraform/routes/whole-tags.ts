import type { ListPage } from '../../list-page.js';
import type { WholeList } from '../whole-lists.js';
import { FurtherEffectiveTagBindings } from '../generated/operations.js';

interface Tagged {
  readonly id: string;
  readonly effectiveTagBindings?: ListPage<unknown>;
}

/** All tags that apply to workspaces: as many as a workspace and its project may have together. */
export function wholeEffectiveTags<Data extends object>(
  workspaces: (data: Data) => readonly Tagged[],
): WholeList<Data> {
  return {
    begun: (data) => workspaces(data).map(({ id, effectiveTagBindings: page }) => ({ id, page })),
    further: FurtherEffectiveTagBindings,
  };
}
