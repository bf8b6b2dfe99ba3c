import type { SignIns } from '../../identity/auth-methods/sign-ins.js';
import type { Caller } from '../../identity/caller.js';
import { ProblemError } from '../../platform/problems.js';
import type { EstConfig } from './est-config.js';
import { forbidden, unauthenticated } from './est-refusal.js';
import type { EstRefusal } from './est-refusal.js';
import type { EstRequest } from './est-request.js';

/** Who sends a request, by the auth methods that the mount names (RFC 7030 §3.2.3, §3.3.2). */
export class EstCallers {
  constructor(private readonly deps: { readonly signIns: SignIns }) {}

  /**
   * A password goes before a certificate, as in Vault.
   * @throws EstRefusal, LIMIT_EXCEEDED
   */
  async callerOf({ authenticators }: EstConfig, request: EstRequest): Promise<Caller> {
    const { userpass, cert } = authenticators;
    const { password, connection, origin } = request;
    const { signIns } = this.deps;
    if (password && userpass)
      return signedIn(() => signIns.byPassword(userpass.accessor, password.name, password.password, origin), wrong);
    const { certificates } = connection;
    if (cert && certificates.length > 0) {
      const role = cert.certRole === '' ? null : cert.certRole;
      return signedIn(
        () => signIns.byCertificate(cert.accessor, role, certificates, origin),
        // A client whose certificate is not accepted may still have a password.
        () => (userpass ? unauthenticated(notAccepted) : forbidden(notAccepted)),
      );
    }
    if (userpass)
      throw unauthenticated('this path needs a name and a password, or a client certificate that is accepted');
    throw forbidden(cert ? 'this path needs a client certificate' : 'nobody can sign in at this path');
  }
}

const notAccepted = 'the client certificate is not accepted';
const wrong = (): EstRefusal => unauthenticated('the name or the password is not accepted');

async function signedIn(work: () => Promise<{ readonly caller: Caller }>, refusal: () => EstRefusal): Promise<Caller> {
  try {
    return (await work()).caller;
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'SIGN_IN_REFUSED') throw refusal();
    throw error;
  }
}
