import { z } from 'zod';
import type { Shot } from './shot.js';

/** An answer as it came; `null` when the connection ended without one. */
export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
}

const jsonApiErrors = z.object({
  errors: z
    .array(z.looseObject({ status: z.string(), title: z.string().min(1), detail: z.string().min(1).optional() }))
    .min(1),
});
const vaultErrors = z.object({ errors: z.array(z.string()) });
const httpRefusal = z.looseObject({ code: z.string().min(1), error: z.string().min(1) });
const graphqlErrors = z.array(z.looseObject({ message: z.string().min(1) })).min(1);
const graphqlAnswer = z
  .looseObject({ data: z.record(z.string(), z.unknown()).nullish(), errors: graphqlErrors.optional() })
  .refine(({ data, errors }) => data !== undefined || errors !== undefined, 'neither data nor errors');

const refusals = { 'json-api': jsonApiErrors, vault: vaultErrors, http: httpRefusal } as const;

/** Statuses from 500 on that say something of the installation or, to Vault's clients, of what was asked for. */
const expected500 = new Set([503, 507]);
const vaultSays500 = /^unable to find PKI (?:issuer|key) for reference: /;

/** What only this program's inside knows. The pattern for a file needs more than a name: callers' own texts are quoted in messages. */
const inside =
  /\bat (?:async )?[\w$.<>#]+ \((?:file:|\/|node:)|node_modules\/|\/dist\/[\w-]+\.js|\/src\/\w+\/[\w/.-]+\.ts|prisma[.$]|PrismaClient|P20\d\d\b|SQLITE_[A-Z]+|Cannot read propert|is not a function\b|is not iterable|undefined \(reading|Maximum call stack|Invalid array length|Something went wrong on our side/gi;

/** What is wrong with an answer, each in a few words; nothing for a good one. */
export function wrongWith(
  shot: Pick<Shot, 'speech' | 'method' | 'body'>,
  { status, headers, text }: Answered,
): string[] {
  const wrong: string[] = [];
  if (status >= 500 && !expected500.has(status) && !mayBe500(shot, text)) wrong.push(`status ${status}`);
  if (status < 100 || status > 599) wrong.push(`a status that is none: ${status}`);
  if (text.includes('the server could not do it')) wrong.push('a failure of the server in a message of CMP');
  const sent = typeof shot.body === 'string' ? shot.body : (shot.body?.toString('latin1') ?? '');
  for (const [found] of messagesOf(text, status).matchAll(inside))
    if (!sent.includes(found)) wrong.push(`its inside: ${found}`);
  if (shot.method !== 'HEAD' && status >= 200)
    wrong.push(...badForm(shot, status, String(headers['content-type'] ?? ''), text));
  return wrong;
}

const mayBe500 = ({ speech }: Pick<Shot, 'speech'>, text: string) =>
  speech === 'vault' &&
  vaultErrors.safeParse(parsed(text)).data?.errors.every((each) => vaultSays500.test(each)) === true;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Data may hold anything that somebody has stored; messages may not. */
function messagesOf(text: string, status: number): string {
  const json = parsed(text);
  const errors = typeof json === 'object' && json !== null && 'errors' in json ? json.errors : undefined;
  if (errors !== undefined) return JSON.stringify(errors);
  return status >= 400 ? text.slice(0, 10_000) : '';
}

const certificateTypes = /^application\/(pkix-crl|pkix-cert|pem-certificate-chain|x-pem-file)/;

function badForm({ speech }: Pick<Shot, 'speech'>, status: number, type: string, text: string): string[] {
  // A head that is too large: nobody has read which path it is.
  if (speech === 'bytes' || (status === 431 && text === '')) return [];
  const json = parsed(text);
  if (speech === 'graphql') {
    const form = graphqlAnswer.safeParse(json);
    return form.success ? [] : [`no answer of GraphQL (${status}, ${type}): ${form.error.issues[0]?.message ?? ''}`];
  }
  // A path with a part more or less may be one that answers with a certificate or a CRL.
  if (status < 400 && certificateTypes.test(type)) return [];
  if (status < 400) return text === '' || json !== undefined ? [] : [`a success without JSON (${status}, ${type})`];
  const form = refusals[speech].safeParse(json);
  if (!form.success) return [`a refusal without errors (${status}, ${type}): ${text.slice(0, 100)}`];
  return speech === 'json-api' && !type.startsWith('application/vnd.api+json') ? [`a refusal as ${type}`] : [];
}
