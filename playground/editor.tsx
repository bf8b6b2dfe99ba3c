import 'graphiql/setup-workers/vite';
import 'graphiql/style.css';
import './editor.css';
import './narrow.css';
import { useGraphiQL } from '@graphiql/react';
import { GraphiQL, HISTORY_PLUGIN } from 'graphiql';
import { printSchema } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import { useEffect, useState } from 'react';
import { CopyCurl } from './copy-curl.js';
import { EventLog } from './event-log.js';
import { EventLogPanel } from './event-log-panel.js';
import { examplesPlugin } from './examples-plugin.js';
import { firstTabs } from './examples.js';
import { beginning } from './kept-tabs.js';
import { Requests } from './requests.js';
import type { Account } from './session.js';
import { TokenEnded } from './token-ended.js';

const plugins = [HISTORY_PLUGIN, examplesPlugin];
const nothing = { query: '', variables: '' };

interface EditorProps {
  readonly account: Account;
  readonly onAccount: (account: Account) => void;
  readonly onSignOut: () => void;
}

/** GraphiQL, with a header that says who is signed in. */
export function Editor({ account, onAccount, onSignOut }: EditorProps) {
  const [ended, setEnded] = useState(false);
  const [schema, setSchema] = useState<GraphQLSchema | null>(null);
  const [log] = useState(() => new EventLog());
  const [requests] = useState(
    () =>
      new Requests(log, () => {
        setEnded(true);
      }),
  );
  const [initial] = useState(() => beginning(localStorage.getItem('graphiql:tabState'), firstTabs[0] ?? nothing));
  useEffect(() => {
    setEnded(false);
    return () => {
      requests.close();
    };
  }, [requests, account.token]);

  return (
    <>
      <header className="account">
        <h1>Trustate</h1>
        <span className="username" title={account.username}>
          {account.username}
        </span>
        <button
          type="button"
          aria-label="Download the schema"
          title="Download the schema"
          disabled={!schema}
          onClick={() => {
            if (schema) download('schema.graphql', printSchema(schema));
          }}
        >
          Schema ↓
        </button>
        <button type="button" onClick={onSignOut}>
          Forget the token
        </button>
      </header>
      <GraphiQL
        fetcher={requests.fetcher}
        plugins={plugins}
        defaultTabs={firstTabs}
        defaultEditorToolsVisibility="variables"
        isHeadersEditorEnabled={false}
        inputValueDeprecation
        schemaDescription
        onSchemaChange={setSchema}
        {...initial}
      >
        <GraphiQL.Logo>
          <></>
        </GraphiQL.Logo>
        <GraphiQL.Toolbar>
          {({ prettify, merge, copy }) => (
            <>
              {prettify}
              {merge}
              {copy}
              <CopyCurl />
            </>
          )}
        </GraphiQL.Toolbar>
        <ActiveTabInView />
        <GraphiQL.Footer>
          <EventLogPanel log={log} />
        </GraphiQL.Footer>
      </GraphiQL>
      {ended && <TokenEnded onAccount={onAccount} />}
    </>
  );
}

/** A row of tabs that is longer than the page is scrolled to the one that was opened. */
function ActiveTabInView() {
  const active = useGraphiQL(({ activeTabIndex }) => activeTabIndex);
  useEffect(() => {
    document.querySelectorAll('.graphiql-tab').item(active).scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active]);
  return null;
}

function download(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([`${text}\n`], { type: 'application/graphql' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
