import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import { accountOf } from './session.js';

export interface Account {
  readonly token: string;
  readonly username: string;
}

/** Asks for a token once, and says at once whether the server takes it. */
export function SignIn({ onAccount }: { readonly onAccount: (account: Account) => void }) {
  const [token, setToken] = useState('');
  const [problem, setProblem] = useState('');

  const submit = async () => {
    const given = token.trim();
    if (given === '') return;
    try {
      const username = await accountOf(given);
      if (username === null) setProblem('The server does not accept this token.');
      else onAccount({ token: given, username });
    } catch {
      setProblem('The server does not answer.');
    }
  };

  return (
    <main className="sign-in">
      <h1>Trustate</h1>
      <p>One GraphQL API over infrastructure state and a certificate authority.</p>
      <form
        onSubmit={(event: SyntheticEvent) => {
          event.preventDefault();
          void submit();
        }}
      >
        <label htmlFor="token">Token</label>
        <input
          id="token"
          type="password"
          autoComplete="off"
          autoFocus
          value={token}
          onChange={({ target }) => {
            setToken(target.value);
          }}
        />
        <button type="submit">Open the playground</button>
        <p role="alert">{problem}</p>
      </form>
      <p className="hint">
        The root token is in <code>root-token</code> in the data folder; <code>trustate token create</code> makes
        others. It is kept in this tab until the tab is closed.
      </p>
    </main>
  );
}
