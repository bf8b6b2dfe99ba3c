import { useCallback, useState } from 'react';
import type { SubmitEvent } from 'react';
import { Roles } from '@trustate/client/roles';
import { ExplainIssuance, IssueCertificate } from '@trustate/client/certificates';
import type { Client, DataOf } from '@trustate/client';
import { collected, useAsked } from './asking.js';
import { textIn } from './form-text.js';
import { Problems } from './problems.js';
import type { ProblemList } from './problems.js';

/** Roles to choose from. */
const most = 1_000;

type Explanation = DataOf<typeof ExplainIssuance>['explainIssuance'];
type Issued = NonNullable<DataOf<typeof IssueCertificate>['issueCertificate']['issuedCertificate']>;

/** Issues a certificate, after saying what it would be, or which rules refuse it. */
export function Issue({ client }: { readonly client: Client }) {
  const ask = useCallback(
    (signal: AbortSignal) =>
      collected(
        client.each(Roles, { first: 100 }, ({ roles }) => roles, { signal }),
        most,
      ),
    [client],
  );
  const { data, problems } = useAsked(ask);
  const [explanation, setExplanation] = useState<Explanation | null>(null);
  const [issued, setIssued] = useState<Issued | null>(null);
  const [refusals, setRefusals] = useState<ProblemList>([]);

  async function act(form: FormData, dryRun: boolean) {
    const input = {
      role: textIn(form, 'role'),
      commonName: textIn(form, 'name'),
      ttl: textIn(form, 'ttl'),
    };
    setIssued(null);
    setExplanation(null);
    if (dryRun) {
      const outcome = await client.query(ExplainIssuance, { input });
      setRefusals(outcome.ok ? [] : outcome.problems);
      if (outcome.ok) setExplanation(outcome.data.explainIssuance);
    } else {
      const outcome = await client.mutate(IssueCertificate, { input });
      setRefusals(outcome.ok ? [] : outcome.problems);
      if (outcome.ok) setIssued(outcome.data.issueCertificate.issuedCertificate);
    }
  }

  return (
    <section className="card">
      <h2>Issue a certificate</h2>
      <Problems of={problems} />
      <form
        onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
          event.preventDefault();
          const dryRun = event.submitter?.getAttribute('name') === 'explain';
          void act(new FormData(event.currentTarget), dryRun);
        }}
      >
        <label>
          Role
          <select name="role">
            {data?.map(({ id, name }) => (
              <option key={id}>{name}</option>
            ))}
          </select>
        </label>
        <label>
          Common name
          <input name="name" required />
        </label>
        <label>
          Lifetime
          <input name="ttl" defaultValue="24h" required />
        </label>
        <button name="explain">What would be issued?</button>
        <button name="issue">Issue</button>
      </form>
      <Problems of={refusals} />
      {explanation && <Explained explanation={explanation} />}
      {issued && (
        <div role="status">
          <p>
            Issued <code>{issued.serialNumber}</code>. The private key is shown here and nowhere else.
          </p>
          <pre>{[issued.privateKey, issued.certificate, ...issued.caChain].join('\n')}</pre>
        </div>
      )}
    </section>
  );
}

function Explained({ explanation: { certificate, brokenRules } }: { readonly explanation: Explanation }) {
  return (
    <div role="status">
      {certificate && (
        <p>
          <code>{certificate.subject}</code>, {certificate.keyType} {certificate.keyBits}, until{' '}
          {new Date(certificate.notAfter).toLocaleString()}
        </p>
      )}
      {brokenRules.map(({ rule, field, message }) => (
        <p key={rule + message} className="problem">
          <code>{field}</code> {message}
        </p>
      ))}
    </div>
  );
}
