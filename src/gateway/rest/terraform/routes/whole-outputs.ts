import type { ListPage } from '../../list-page.js';
import type { FurtherPage, WholeList } from '../whole-lists.js';
import type { OutputData } from './state-version.document.js';
import { operation } from '../../operation.js';

const further: FurtherPage = operation('FurtherStateVersionOutputs');

interface Version {
  readonly id: string;
  readonly outputs?: ListPage<OutputData>;
}
interface Workspace {
  readonly outputsOf?: Version | null;
}

/** All outputs of the versions that a document includes them of. */
export function outputsOfVersions<Data extends object>(versions: (data: Data) => readonly Version[]): WholeList<Data> {
  return { begun: (data) => versions(data).map(({ id, outputs: page }) => ({ id, page })), further };
}

/** The same of the current versions of workspaces. */
export const outputsOfWorkspaces = <Data extends object>(workspaces: (data: Data) => readonly Workspace[]) =>
  outputsOfVersions<Data>((data) => workspaces(data).flatMap(({ outputsOf }) => outputsOf ?? []));

/** What a list of outputs alone answers with. */
export interface OutputList {
  readonly outputs: ListPage<OutputData>;
}

/** All outputs of the version that the first page is of: of a workspace, another may be current by now. */
export const wholeOutputs = outputsOfVersions<OutputList>(({ outputs }) =>
  outputs.nodes.slice(0, 1).map(({ stateVersionId: id }) => ({ id, outputs })),
);
