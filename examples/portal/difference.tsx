import { useCallback } from 'react';
import { CompareStateVersions } from '@trustate/client/state-versions';
import type { Client } from '@trustate/client';
import { useAsked } from './asking.js';
import { Problems } from './problems.js';

/** What one state version added, changed and removed since another. */
export function Difference({
  client,
  from,
  to,
}: {
  readonly client: Client;
  readonly from: string;
  readonly to: string;
}) {
  const ask = useCallback(
    (signal: AbortSignal) => client.query(CompareStateVersions, { from, to }, { signal }),
    [client, from, to],
  );
  const { data, problems } = useAsked(ask);
  const comparison = data?.compareStateVersions;
  return (
    <section className="card" aria-label="Difference">
      <h2>What changed</h2>
      <Problems of={problems} />
      {comparison && (
        <ul className="difference">
          {comparison.instances.added.map(({ address }) => (
            <li key={address} className="added">
              + {address}
            </li>
          ))}
          {comparison.instances.removed.map(({ address }) => (
            <li key={address} className="removed">
              − {address}
            </li>
          ))}
          {comparison.instances.changed.map(({ instance, attributes }) => (
            <li key={instance.address} className="changed">
              ~ {instance.address}
              <ul>
                {attributes.map((attribute) => (
                  <li key={JSON.stringify(attribute.path)}>
                    <code>{pathOf(attribute.path)}</code>: {shown(attribute, 'before')} → {shown(attribute, 'after')}
                  </li>
                ))}
              </ul>
            </li>
          ))}
          {comparison.outputs.added.map((output) => (
            <li key={output.name} className="added">
              + output {output.name}: {shown(output, 'after')}
            </li>
          ))}
          {comparison.outputs.removed.map((output) => (
            <li key={output.name} className="removed">
              − output {output.name}: {shown(output, 'before')}
            </li>
          ))}
          {comparison.outputs.changed.map((output) => (
            <li key={output.name} className="changed">
              ~ output {output.name}: {shown(output, 'before')} → {shown(output, 'after')}
            </li>
          ))}
        </ul>
      )}
      {comparison?.truncated && (
        <p>
          Not all is shown: of instances, {comparison.instances.addedCount} were added,{' '}
          {comparison.instances.removedCount} removed and {comparison.instances.changedCount} changed.
        </p>
      )}
    </section>
  );
}

interface Change {
  readonly sensitive: boolean;
  readonly before: unknown;
  readonly after: unknown;
}

const shown = (change: Change, side: 'before' | 'after') =>
  change.sensitive ? '(sensitive)' : JSON.stringify(change[side]);

const pathOf = (path: unknown) => (Array.isArray(path) ? path.join('.') : String(path));
