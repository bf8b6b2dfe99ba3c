import { flagIn, messageIn, textIn, type Message } from './read-json.js';

/** RFC 3986, 3.1 to 3.5: what a part may consist of. With another sign it would end, and the next one begin, where the program does not see it. */
const forms: Readonly<Record<string, RegExp>> = {
  Scheme: /^(?:[a-z][a-z0-9+.-]*)?$/i,
  Opaque: /^[^?#\s]*$/,
  Host: /^(?:[^/?#@\\:[\]\s]*|\[[0-9a-f:.]+\])(?::\d{0,5})?$/i,
  RawPath: /^[^?#\s]*$/,
  RawQuery: /^[^#\s]*$/,
  RawFragment: /^[^#\s]*$/,
};

/** @returns why the parts of a `url.URL` make no URI in which they are those parts */
export function uriFault(uri: Message): string | undefined {
  const user = messageIn(uri, 'User') ?? {};
  const texts = [
    ...['Scheme', 'Opaque', 'Host', 'Path', 'RawPath', 'RawQuery', 'Fragment', 'RawFragment'].map((name) =>
      textIn(uri, name),
    ),
    ...['username', 'password'].map((name) => textIn(user, name)),
  ];
  // Half of a character, which a JSON text may have, has no encoded form.
  if (texts.some((text) => /\p{Surrogate}/u.test(text))) return 'is no text';
  const [wrong] = Object.entries(forms).find(([name, form]) => !form.test(textIn(uri, name))) ?? [];
  if (wrong !== undefined) return `${wrong} has signs that end it`;
  return authorityOf(uri) === '' && pathOf(uri).startsWith('//')
    ? 'Path begins with two slashes, as a host does'
    : undefined;
}

/** The text of a URI from its parts, as Go's `URL.String` puts them together; unlike there, a path never becomes a host. */
export function uriOf(uri: Message): string {
  const [scheme, opaque] = [textIn(uri, 'Scheme'), textIn(uri, 'Opaque')];
  const query = textIn(uri, 'RawQuery');
  const fragment = textIn(uri, 'RawFragment') || encodeURI(textIn(uri, 'Fragment')).replaceAll('#', '%23');
  return [
    scheme === '' ? '' : `${scheme}:`,
    opaque === '' ? `${authorityOf(uri)}${pathOf(uri)}` : opaque,
    query !== '' || flagIn(uri, 'ForceQuery') ? `?${query}` : '',
    fragment === '' ? '' : `#${fragment}`,
  ].join('');
}

/** Encoded already where it has an encoded form. */
const encodedPath = (uri: Message): string =>
  textIn(uri, 'RawPath') || encodeURI(textIn(uri, 'Path')).replaceAll('?', '%3F').replaceAll('#', '%23');

/** After an authority it begins with a slash: without one it would belong to the host. */
function pathOf(uri: Message): string {
  const path = encodedPath(uri);
  return authorityOf(uri) !== '' && /^[^/]/.test(path) ? `/${path}` : path;
}

function authorityOf(uri: Message): string {
  const user = messageIn(uri, 'User');
  const host = textIn(uri, 'Host');
  const account = user && `${userText(user)}@`;
  if (host !== '' || account !== undefined) return `//${account ?? ''}${host}`;
  return textIn(uri, 'Scheme') !== '' && encodedPath(uri) !== '' && !flagIn(uri, 'OmitHost') ? '//' : '';
}

function userText(user: Message): string {
  const name = encodeURIComponent(textIn(user, 'username'));
  return flagIn(user, 'password_set') ? `${name}:${encodeURIComponent(textIn(user, 'password'))}` : name;
}
