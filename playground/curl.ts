/** An operation as the editor has it. */
export interface Written {
  /** Address of `/graphql`. */
  readonly url: string;
  readonly query: string;
  /** Parsed; undefined where there are none. */
  readonly variables: unknown;
  readonly operationName: string | undefined;
  readonly subscribes: boolean;
}

/**
 * The command that runs it, for a POSIX shell. The token is not in it, but the variable `TOKEN`: commands are kept in histories and pasted into chats.
 */
export function curlOf({ url, query, variables, operationName, subscribes }: Written): string {
  const body = JSON.stringify({ query, variables, operationName });
  return [
    `curl -sS${subscribes ? 'N' : ''} ${quoted(url)}`,
    '-H "Authorization: Bearer $TOKEN"',
    "-H 'Content-Type: application/json'",
    ...(subscribes ? ["-H 'Accept: text/event-stream'"] : []),
    `--data-binary ${quoted(body)}`,
  ].join(' \\\n  ');
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
