/** Every part of the benchmark: what `npm run bench` runs, and on what. */
export interface Part {
  /** The file is `NAME.bench.ts`. */
  readonly name: string;
  readonly about: string;
  /** Whether it is measured on each database, on SQLite alone, or opens none. */
  readonly on: 'each database' | 'sqlite' | 'no database';
}

export const parts: readonly Part[] = [
  { name: 'jobs', on: 'each database', about: 'what clients of both APIs do all day: rate, p99, CPU' },
  { name: 'peer', on: 'each database', about: 'the same beside another server (--vault, --tfe)' },
  { name: 'graphql', on: 'each database', about: 'a list through /graphql, beside Fastify and Apollo' },
  { name: 'state-service', on: 'sqlite', about: 'reads, long histories, writes, large content' },
  { name: 'pki-issuance', on: 'each database', about: 'issuing and signing beside bare cryptography' },
  { name: 'pki-crl', on: 'each database', about: 'a large CRL, made beside service' },
  { name: 'pki-around', on: 'each database', about: 'lints, metadata and webhooks of issuance' },
  { name: 'external-policy', on: 'each database', about: 'sign as a service decides, beside sign' },
  { name: 'acme', on: 'each database', about: 'complete orders by ACME, beside sign, and among 100,000' },
  { name: 'tidy', on: 'each database', about: 'tidying 200,000 certificates beside issuance' },
  { name: 'growth', on: 'each database', about: 'lists, searches, counts and jobs among a million rows of everything' },
  { name: 'due-jobs', on: 'each database', about: 'what a job costs among a million that wait or are due' },
  { name: 'search', on: 'sqlite', about: 'resource search among a million, by who asks' },
  { name: 'history', on: 'sqlite', about: 'the services with 100,000 versions in a workspace' },
  { name: 'content', on: 'no database', about: 'readers of large states' },
  { name: 'objects', on: 'no database', about: 'sealed objects, small and large' },
  { name: 'x509', on: 'no database', about: 'certificates and CRLs without a server' },
  { name: 'database', on: 'each database', about: 'transactions and reads of the database layer' },
  { name: 'events', on: 'sqlite', about: 'what an event costs the write that it belongs to' },
  { name: 'subscriptions', on: 'sqlite', about: 'a thousand WebSockets' },
  { name: 'processes', on: 'sqlite', about: 'two processes beside one: CPU, waiting for the lock, events' },
  { name: 'overload', on: 'sqlite', about: '500 clients that do not wait' },
];

/** The parts that are meant by names, or by parts of names where nothing is called so; all of them where none is named. */
export function chosen(names: readonly string[]): readonly Part[] {
  if (names.length === 0) return parts;
  const meant = names.flatMap((name) => {
    const exactly = parts.filter((part) => part.name === name);
    return exactly.length > 0 ? exactly : parts.filter((part) => part.name.includes(name));
  });
  return parts.filter((part) => meant.includes(part));
}
