import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { createClient } from '@trustate/client';
import { Me } from '@trustate/client/account';
import type { Client } from '@trustate/client';
import { textIn } from './form-text.js';
import { Problems } from './problems.js';
import type { ProblemList } from './problems.js';

/** Where Trustate is and who asks, kept for the tab alone. */
const kept = 'portal';

function remembered(): Client | null {
  const [url, token] = (sessionStorage.getItem(kept) ?? '').split(' ');
  return url !== undefined && token !== undefined ? createClient({ url, token }) : null;
}

export interface Session {
  readonly client: Client | null;
  readonly enter: (url: string, token: string) => void;
  readonly leave: () => void;
}

export function useSession(): Session {
  const [client, setClient] = useState(remembered);
  return {
    client,
    enter(url: string, token: string) {
      sessionStorage.setItem(kept, `${url} ${token}`);
      setClient(createClient({ url, token }));
    },
    leave() {
      sessionStorage.removeItem(kept);
      setClient(null);
    },
  };
}

/** Asks for address and token, and tries them. */
export function SignIn({ onEnter }: { readonly onEnter: (url: string, token: string) => void }) {
  const [problems, setProblems] = useState<ProblemList>([]);

  async function enter(form: FormData) {
    const url = textIn(form, 'url');
    const token = textIn(form, 'token');
    if (!URL.canParse(url)) return;
    const outcome = await createClient({ url, token }).query(Me);
    if (outcome.ok) onEnter(url, token);
    else setProblems(outcome.problems);
  }

  return (
    <form
      className="card sign-in"
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        void enter(new FormData(event.currentTarget));
      }}
    >
      <h1>Portal</h1>
      <label>
        Trustate
        <input name="url" type="url" defaultValue="http://localhost:8080" required />
      </label>
      <label>
        Token
        <input name="token" type="password" autoComplete="off" required />
      </label>
      <Problems of={problems} />
      <button>Enter</button>
    </form>
  );
}
