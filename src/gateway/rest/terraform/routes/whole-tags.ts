import type { ListPage } from '../../list-page.js';
import type { FurtherPage, WholeList } from '../whole-lists.js';
import type { EffectiveTagData } from './tag.document.js';
import { operation } from '../../operation.js';

const further: FurtherPage = operation('FurtherEffectiveTagBindings');

export interface WithEffectiveTags {
  readonly id: string;
  readonly effectiveTagBindings?: ListPage<EffectiveTagData>;
}

/** All tags that take effect on workspaces: as many as a workspace and its project may carry together. */
export function wholeEffectiveTags<Data extends object>(
  workspaces: (data: Data) => readonly WithEffectiveTags[],
): WholeList<Data> {
  return { begun: (data) => workspaces(data).map(({ id, effectiveTagBindings: page }) => ({ id, page })), further };
}
