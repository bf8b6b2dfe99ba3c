/** The token, kept for as long as its tab: closing the tab forgets it, and no other tab sees it. */
const key = 'trustate.token';

/** Whoever is signed in. */
export interface Account {
  readonly token: string;
  readonly username: string;
}

export const keptToken = (): string => sessionStorage.getItem(key) ?? '';

export function keepToken(token: string): void {
  if (token === '') sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, token);
}

/**
 * Whose token it is.
 * @returns `null` when the server does not accept it
 * @throws Error when the server does not answer
 */
export async function accountOf(token: string): Promise<Account | null> {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: 'query Account { me { username } }' }),
  });
  if (response.status === 401) return null;
  const body: unknown = await response.json();
  const username = usernameIn(body);
  return username === null ? null : { token, username };
}

function usernameIn(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('data' in body)) return null;
  const { data } = body;
  if (typeof data !== 'object' || data === null || !('me' in data)) return null;
  const { me } = data;
  return typeof me === 'object' && me !== null && 'username' in me ? String(me.username) : null;
}
