import { X509Certificate } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client, crypto } from 'acme-client';

/** A user of the npm package `acme-client`, with a web root for its proofs. */
export async function npmClient(directoryUrl: string, challenges: string) {
  const accountKey = await crypto.createPrivateEcdsaKey();
  const client = new Client({ directoryUrl, accountKey, backoffMin: 200, backoffMax: 1_000 });
  let pem = '';
  return {
    async obtain(name: string): Promise<X509Certificate> {
      const [, csr] = await crypto.createCsr({ commonName: name, altNames: [name] });
      pem = await client.auto({
        csr,
        email: 'a@example.com',
        termsOfServiceAgreed: true,
        // It would look for its own proof on port 80.
        skipChallengeVerification: true,
        challengePriority: ['http-01'],
        challengeCreateFn: (_authorization, { token }, keyAuthorization) => {
          writeFileSync(path.join(challenges, token), keyAuthorization);
          return Promise.resolve();
        },
        challengeRemoveFn: (_authorization, { token }) => {
          rmSync(path.join(challenges, token));
          return Promise.resolve();
        },
      });
      return new X509Certificate(pem);
    },
    async changeKey(): Promise<void> {
      await client.updateAccountKey(await crypto.createPrivateEcdsaKey());
    },
    revoke: () => client.revokeCertificate(pem),
    deactivate: () => client.updateAccount({ status: 'deactivated' }),
  };
}
