import { createGraphiQLFetcher } from '@graphiql/toolkit';
import { GraphiQL, HISTORY_PLUGIN } from 'graphiql';
import { useEffect, useMemo, useState } from 'react';
import { examplesPlugin } from './examples-plugin.js';
import { firstTabs } from './examples.js';
import { accountOf, keepToken, keptToken } from './session.js';
import { SignIn } from './sign-in.js';
import type { Account } from './sign-in.js';

const plugins = [HISTORY_PLUGIN, examplesPlugin];

/** For an editor that has nothing to go on from: a first visit, or one that ended before the editor was there. */
const [first] = firstTabs;
const nothingKept = !localStorage.getItem('graphiql:query');
const initial = nothingKept && first ? { initialQuery: first.query, initialVariables: first.variables } : {};

/** Signed in: the editor. Not signed in: the question for a token, because reading the schema needs one. */
export function Playground() {
  const [account, setAccount] = useState<Account | null>(null);
  const [asking, setAsking] = useState(keptToken() !== '');

  useEffect(() => {
    const token = keptToken();
    if (token === '') return;
    accountOf(token)
      .then((username) => {
        if (username !== null) setAccount({ token, username });
      })
      .finally(() => {
        setAsking(false);
      })
      .catch(() => undefined);
  }, []);

  if (asking) return null;
  if (!account) {
    return (
      <SignIn
        onAccount={(signedIn) => {
          keepToken(signedIn.token);
          setAccount(signedIn);
        }}
      />
    );
  }
  return (
    <Editor
      account={account}
      onSignOut={() => {
        keepToken('');
        setAccount(null);
      }}
    />
  );
}

function Editor({ account, onSignOut }: { readonly account: Account; readonly onSignOut: () => void }) {
  const fetcher = useMemo(
    () =>
      createGraphiQLFetcher({
        url: '/graphql',
        headers: { authorization: `Bearer ${account.token}` },
        subscriptionUrl: new URL('/graphql', location.href).href.replace(/^http/, 'ws'),
        wsConnectionParams: { token: account.token },
      }),
    [account.token],
  );
  return (
    <GraphiQL
      fetcher={fetcher}
      plugins={plugins}
      defaultTabs={firstTabs}
      defaultEditorToolsVisibility="variables"
      isHeadersEditorEnabled={false}
      {...initial}
    >
      <GraphiQL.Logo>
        <span className="signed-in">
          {account.username}{' '}
          <button type="button" onClick={onSignOut}>
            Forget the token
          </button>
        </span>
      </GraphiQL.Logo>
    </GraphiQL>
  );
}
