import { useGraphiQL } from '@graphiql/react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { copy } from './copy.js';
import type { EventLog } from './event-log.js';

const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/** What a subscription told, newest first, in place of its last result. It belongs to the tab that it was run in. */
export function EventLogPanel({ log }: { readonly log: EventLog }) {
  const { state, events, count } = useSyncExternalStore(log.follow, log.current);
  const tab = useGraphiQL(({ tabs, activeTabIndex }) => tabs[activeTabIndex]?.id);
  const owner = useRef(tab);
  useEffect(() => {
    if (state === 'open') owner.current = tab;
  }, [state, tab]);

  if (state === 'none' || (state === 'ended' && (owner.current !== tab || count === 0))) return null;
  const missing = count - events.length;
  return (
    <section className="event-log" aria-label="Events">
      <header>
        <strong role="status">
          {count === 1 ? '1 event' : `${count} events`}
          {state === 'open' ? ', listening' : ', ended'}
        </strong>
        <button
          type="button"
          onClick={() => {
            copy(events.map(({ text }) => text).join('\n'));
          }}
        >
          Copy all
        </button>
        <button
          type="button"
          onClick={() => {
            log.empty();
          }}
        >
          Clear
        </button>
      </header>
      <div role="log">
        {events.map(({ number, at, title, failed, text }) => (
          <details key={number} open={number === count} className={failed ? 'failed' : undefined}>
            <summary>
              <time dateTime={at.toISOString()}>{time.format(at)}</time> {title}
            </summary>
            <pre>{text}</pre>
          </details>
        ))}
        {missing > 0 && <p>{missing} earlier ones are not shown.</p>}
      </div>
    </section>
  );
}
