import type { ListPage } from '../../list-page.js';
import type { WholeList } from '../whole-lists.js';
import { FurtherStateVersionOutputs } from '../generated/operations.js';
import type { CurrentStateVersionOutputsQuery, StateVersionOutputDocumentFragment } from '../generated/operations.js';

interface Version {
  readonly id: string;
  /** `null` if they could not be read. */
  readonly outputs?: (ListPage<StateVersionOutputDocumentFragment> & { readonly totalCount: number }) | null;
}
interface Workspace {
  readonly outputsOf?: Version | null;
}

/** All outputs of the versions of a document that includes them. */
export function outputsOfVersions<Data extends object>(versions: (data: Data) => readonly Version[]): WholeList<Data> {
  return {
    begun: (data) => versions(data).map(({ id, outputs }) => ({ id, page: outputs ?? undefined })),
    further: FurtherStateVersionOutputs,
  };
}

/** The same for the current versions of workspaces. */
export const outputsOfWorkspaces = <Data extends object>(workspaces: (data: Data) => readonly Workspace[]) =>
  outputsOfVersions<Data>((data) => workspaces(data).flatMap(({ outputsOf }) => outputsOf ?? []));

/** All outputs of the version of the first page: the workspace may have another current version by now. */
export const wholeOutputs = outputsOfVersions<CurrentStateVersionOutputsQuery>(({ outputs }) =>
  outputs.nodes.slice(0, 1).map(({ stateVersionId: id }) => ({ id, outputs })),
);
