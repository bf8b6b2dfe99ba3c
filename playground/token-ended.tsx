import { useEffect, useRef } from 'react';
import type { Account } from './session.js';
import { SignIn } from './sign-in.js';

/** Over the editor, which keeps what was written: the token was revoked or has expired, and another one is asked for. */
export function TokenEnded({ onAccount }: { readonly onAccount: (account: Account) => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="token-ended"
      aria-labelledby="token-ended"
      onCancel={(event) => {
        event.preventDefault();
      }}
    >
      <h2 id="token-ended">The token has ended</h2>
      <p>It was revoked or has expired. What you wrote is still there.</p>
      <SignIn onAccount={onAccount} />
    </dialog>
  );
}
