import { useCallback, useState } from 'react';
import { StateVersionEvents } from '@trustate/client/events';
import { StateVersions } from '@trustate/client/state-versions';
import type { Client, SubscriptionOptions, WorkspaceSummaryFragment } from '@trustate/client';
import { useAsked, useEvents } from './asking.js';
import { Difference } from './difference.js';
import { Problems } from './problems.js';

/** The finalized state versions of a workspace, newest first, as they come; two of them can be compared. */
export function History({
  client,
  workspace,
}: {
  readonly client: Client;
  readonly workspace: WorkspaceSummaryFragment;
}) {
  const ask = useCallback(
    (signal: AbortSignal) =>
      client.query(
        StateVersions,
        { workspaceId: workspace.id, filter: { statuses: ['FINALIZED'] }, first: 50 },
        { signal },
      ),
    [client, workspace.id],
  );
  const { data, problems, again } = useAsked(ask);
  const events = useCallback(
    (options: SubscriptionOptions) =>
      client.subscribe(StateVersionEvents, { workspaceId: workspace.id, kinds: ['FINALIZED', 'PROCESSED'] }, options),
    [client, workspace.id],
  );
  const unheard = useEvents(events, again);
  const [compared, setCompared] = useState<{ from: string; to: string } | null>(null);
  const versions = data?.workspace?.stateVersions?.nodes ?? [];
  return (
    <>
      <section className="card">
        <h2>History of {workspace.name}</h2>
        <Problems of={[...problems, ...unheard]} />
        <ol className="history">
          {versions.map((version, index) => {
            const before = versions[index + 1];
            return (
              <li key={version.id}>
                <strong>Serial {version.serial}</strong> {new Date(version.createdAt).toLocaleString()}{' '}
                {version.createdBy?.username} · {version.resourceCount ?? 'unknown'} resources
                {version.rollbackOfId !== null && ' · rolled back'}
                {before && (
                  <button className="link" onClick={() => setCompared({ from: before.id, to: version.id })}>
                    What changed
                  </button>
                )}
              </li>
            );
          })}
        </ol>
      </section>
      {compared && <Difference client={client} {...compared} />}
    </>
  );
}
