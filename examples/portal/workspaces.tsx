import { useCallback, useState } from 'react';
import { Workspaces as WorkspaceList } from '@trustate/client/workspaces';
import type { Client, WorkspaceSummaryFragment } from '@trustate/client';
import { useAsked } from './asking.js';
import { History } from './history.js';
import { Problems } from './problems.js';

const organization = 'default';

/** All workspaces of an organization, and the history of the one that was chosen. */
export function Workspaces({ client }: { readonly client: Client }) {
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<WorkspaceSummaryFragment | null>(null);
  const ask = useCallback(
    (signal: AbortSignal) =>
      client.query(
        WorkspaceList,
        { organization, first: 100, ...(search !== '' && { filter: { search } }) },
        { signal },
      ),
    [client, search],
  );
  const { data, problems } = useAsked(ask);
  return (
    <>
      <section className="card">
        <h2>Workspaces</h2>
        <input type="search" aria-label="Search" value={search} onChange={(event) => setSearch(event.target.value)} />
        <Problems of={problems} />
        <table>
          <thead>
            <tr>
              <th>Name</th>
              <th>Resources</th>
              <th>Last change</th>
              <th>Lock</th>
            </tr>
          </thead>
          <tbody>
            {data?.workspaces.nodes.map((workspace) => (
              <tr key={workspace.id} aria-current={workspace.id === chosen?.id}>
                <td>
                  <button className="link" onClick={() => setChosen(workspace)}>
                    {workspace.name}
                  </button>
                </td>
                <td>{workspace.resourceCount ?? 'unknown'}</td>
                <td>{new Date(workspace.latestChangeAt).toLocaleString()}</td>
                <td>{workspace.lock?.holderName}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {data?.workspaces.pageInfo.hasNextPage && <p>There are more: search for them by name.</p>}
      </section>
      {chosen && <History key={chosen.id} client={client} workspace={chosen} />}
    </>
  );
}
