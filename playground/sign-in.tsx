import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import { accountOf } from './session.js';
import type { Account } from './session.js';

/** Asks for a token, and says at once whether the server takes it. */
export function SignIn({ onAccount }: { readonly onAccount: (account: Account) => void }) {
  const [token, setToken] = useState('');
  const [problem, setProblem] = useState('');

  const submit = async () => {
    const given = token.trim();
    if (given === '') return;
    try {
      const account = await accountOf(given);
      if (account) onAccount(account);
      else setProblem('The server does not accept this token.');
    } catch {
      setProblem('The server does not answer.');
    }
  };

  return (
    <form
      className="sign-in"
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
  );
}
