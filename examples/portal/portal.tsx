import { useState } from 'react';
import type { Client } from '@trustate/client';
import { Certificates } from './certificates.js';
import { Issue } from './issue.js';
import { SignIn, useSession } from './session.js';
import { Workspaces } from './workspaces.js';

const screens: Readonly<Record<string, (props: { readonly client: Client }) => React.ReactNode>> = {
  Workspaces,
  Certificates,
  'Issue a certificate': Issue,
};

/** Three screens over one client. */
export function Portal() {
  const { client, enter, leave } = useSession();
  const [shown, setShown] = useState('Workspaces');
  if (!client) return <SignIn onEnter={enter} />;
  const Screen = screens[shown] ?? Workspaces;
  return (
    <>
      <nav>
        {Object.keys(screens).map((name) => (
          <button key={name} aria-current={name === shown} onClick={() => setShown(name)}>
            {name}
          </button>
        ))}
        <button className="leave" onClick={leave}>
          Leave
        </button>
      </nav>
      <main>
        <Screen client={client} />
      </main>
    </>
  );
}
