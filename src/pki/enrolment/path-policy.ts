/** What decides about requests to a path of an enrolment protocol, as its configuration names it. */
export type PathPolicy =
  | { readonly kind: 'sign-verbatim' }
  | {
      readonly kind: 'role';
      /** Of the role. */
      readonly name: string;
    };

/** Undefined for a text that is none. */
export function pathPolicyOf(text: string): PathPolicy | undefined {
  if (text === 'sign-verbatim') return { kind: text };
  const name = /^role:(.+)$/s.exec(text)?.[1];
  return name === undefined ? undefined : { kind: 'role', name };
}
