import { lazy, Suspense, useEffect, useState } from 'react';
import { accountOf, keepToken, keptToken } from './session.js';
import type { Account } from './session.js';
import { SignIn } from './sign-in.js';

/** Some megabytes: fetched once somebody is signed in. */
const loadEditor = async () => ({ default: (await import('./editor.js')).Editor });
const Editor = lazy(loadEditor);

/** Signed in: the editor. Not signed in: the question for a token, because reading the schema needs one. */
export function Playground() {
  const [account, setAccount] = useState<Account | null>(null);
  const [asking, setAsking] = useState(keptToken() !== '');

  useEffect(() => {
    const token = keptToken();
    if (token === '') return;
    accountOf(token)
      .then((kept) => {
        setAccount(kept);
      })
      .finally(() => {
        setAsking(false);
      })
      .catch(() => undefined);
  }, []);

  const signIn = (signedIn: Account) => {
    keepToken(signedIn.token);
    setAccount(signedIn);
  };
  const signOut = () => {
    keepToken('');
    setAccount(null);
  };

  if (asking) return null;
  if (!account) {
    return (
      <main className="welcome">
        <h1>Trustate</h1>
        <p>One GraphQL API over infrastructure state and a certificate authority.</p>
        <SignIn onAccount={signIn} />
        <p className="hint">
          The root token is in <code>root-token</code> in the data folder; <code>token create</code> of the
          server&apos;s program makes others. It is kept in this tab until the tab is closed.
        </p>
      </main>
    );
  }
  return (
    <Suspense fallback={<p className="loading">Loading the editor…</p>}>
      <Editor account={account} onAccount={signIn} onSignOut={signOut} />
    </Suspense>
  );
}
