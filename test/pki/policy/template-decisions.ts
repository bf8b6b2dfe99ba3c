import { Evaluator } from '../../../src/pki/expressions/evaluate.js';
import { decideTemplate, readOutput } from '../../../src/pki/policy/index.js';
import type { Circumstances, Decision } from '../../../src/pki/policy/index.js';
import { around } from './made.js';
import type { Csr } from './refused.js';

const evaluator = new Evaluator();
/** What is decided of the result of an expression. */
export function decided(expression: string, at: Circumstances = around, from?: Csr): Decision {
  const input = { request: {}, now: at.now.getTime(), entityId: '', entityInfo: null };
  const result = evaluator.run({ variables: [], expression }, input);
  if (result.kind !== 'allowed') throw new Error(JSON.stringify(result));
  return decideTemplate(readOutput(result.output), from, at);
}
export const subject = "Subject: PKIX.Name{ CommonName: 'a.example.com' }";
export const template = (fields: string) => `ValidationOutput{ template: CertTemplate{ ${fields} }, key_type: 'ec' }`;
export const made = (fields: string, at?: Circumstances) => decided(template(`${subject}, ${fields}`), at);
