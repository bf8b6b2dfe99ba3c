import { useCallback, useState } from 'react';
import { Certificates as CertificatePages } from '@trustate/client/certificates';
import { RevokeCertificate } from '@trustate/client/certificates';
import type { CertificateSummaryFragment, Client } from '@trustate/client';
import { collected, useAsked } from './asking.js';
import { ExpiryCalendar } from './expiry-calendar.js';
import { Problems } from './problems.js';
import type { ProblemList } from './problems.js';

const most = 1_000;
const day = 86_400_000;
const ahead = 365 * day;

/** Certificates that are valid today, by when they expire. */
export function Certificates({ client }: { readonly client: Client }) {
  const [picked, setPicked] = useState<string | null>(null);
  const [refusals, setRefusals] = useState<ProblemList>([]);
  const ask = useCallback(
    (signal: AbortSignal) => {
      const filter = { status: 'VALID', expiresBefore: new Date(Date.now() + ahead).toISOString() } as const;
      const asked = { filter, orderBy: { field: 'NOT_AFTER', direction: 'ASC' }, first: 100 } as const;
      const pages = client.each(CertificatePages, asked, (data) => data.certificates, { signal });
      return collected(pages, most);
    },
    [client],
  );
  const { data, problems, again } = useAsked(ask);
  const byExpiry = data ?? [];
  const shown = byExpiry.filter(({ notAfter }) => picked === null || notAfter.startsWith(picked));

  async function revoke({ serialNumber }: CertificateSummaryFragment) {
    const outcome = await client.mutate(RevokeCertificate, { input: { serialNumber } });
    setRefusals(outcome.ok ? [] : outcome.problems);
    again();
  }

  return (
    <section className="card">
      <h2>Certificates by expiry</h2>
      <Problems of={[...problems, ...refusals]} />
      <ExpiryCalendar days={byExpiry.map(({ notAfter }) => notAfter.slice(0, 10))} picked={picked} onPick={setPicked} />
      {byExpiry.length === most && <p>The {most} that end first: there may be more.</p>}
      <table>
        <thead>
          <tr>
            <th>Name</th>
            <th>Role</th>
            <th>Expires</th>
            <th>Serial number</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {shown.map((certificate) => (
            <tr key={certificate.id}>
              <td>{certificate.commonName || certificate.names.dns.join(', ')}</td>
              <td>{certificate.roleName}</td>
              <td>{new Date(certificate.notAfter).toLocaleString()}</td>
              <td>
                <code>{certificate.serialNumber}</code>
              </td>
              <td>
                <button
                  aria-label={`Revoke ${certificate.commonName || certificate.serialNumber}`}
                  onClick={() => void revoke(certificate)}
                >
                  Revoke
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
