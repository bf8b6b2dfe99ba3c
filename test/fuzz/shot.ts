/** Who sends it: nobody, a member of a team that may read one workspace, a token with policies that look at parameters, a site administrator. */
export const senders = ['stranger', 'narrow', 'restricted', 'administrator'] as const;
export type Sender = (typeof senders)[number];

/** Whose form the answer has to have. */
export type Speech = 'json-api' | 'vault' | 'http' | 'graphql' | 'bytes';

/** One request. In its path, and in a body that is text, `{{workspace}}` and the like stand for what the site has of that kind. */
export interface Shot {
  readonly target: string;
  /** For people: what is strange about it. */
  readonly what: string;
  readonly sender: Sender;
  readonly method: string;
  /** From the slash on. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | null;
  readonly speech: Speech;
  /** Over TLS. */
  readonly secure?: true;
}

export type Known = Readonly<Record<string, string>>;

let made = 0;

/** Puts in what a site has; `{{unique}}` is another word each time. What it does not have stays as it stands. */
export function filled(text: string, known: Known): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => {
    if (name === 'unique') return `u${(made += 1).toString(36)}${Date.now().toString(36)}`;
    return Object.hasOwn(known, name) ? (known[name] ?? whole) : whole;
  });
}
