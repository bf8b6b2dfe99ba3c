/** An operation to begin with: its comment says what for, `variables` what to fill in. */
export interface Example {
  readonly name: string;
  readonly about: string;
  readonly query: string;
  readonly variables: string;
}

const sources: Record<string, string> = import.meta.glob('../graphql/examples/*.graphql', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Sorted by file name: they begin with a number. */
export const examples: readonly Example[] = Object.keys(sources)
  .sort()
  .map((file) => exampleOf(sources[file] ?? ''));

/** The first comment line is what the example is for; one that begins with `# Variables:` has their JSON. */
function exampleOf(source: string): Example {
  const about = /^# (?!Variables:)(.*)$/m.exec(source)?.[1] ?? '';
  const variables = /^# Variables: (.*)$/m.exec(source)?.[1] ?? '{}';
  const query = source.replace(/^# Variables: .*\n/m, '');
  const name = /^(?:query|mutation|subscription) (\w+)/m.exec(source)?.[1] ?? 'Example';
  return { name, about, query, variables: JSON.stringify(JSON.parse(variables), null, 2) };
}

/** What a new visitor finds open: one of each domain. */
export const firstTabs = examples
  .filter(({ name }) => ['Workspaces', 'ExpiringCertificates'].includes(name))
  .map(({ query, variables }) => ({ query, variables }));
