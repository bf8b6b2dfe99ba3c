import type { Choices } from './choices.js';
import { largeShot, strangeShot } from './ground.js';
import type { Soil } from './ground.js';
import type { Shot } from './shot.js';
import type { Papers } from './site.js';
import { acmeShot } from './targets-acme.js';
import { estShot } from './targets-est.js';
import { largeX509Shot } from './targets-large-x509.js';
import { documentSoil, fieldSoil } from './targets-graphql.js';
import { restDocuments, restSoil } from './targets-rest.js';
import { httpShot } from './targets-http.js';
import { largeStateShot, stateShot } from './targets-state.js';
import { vaultDocuments, vaultSoil } from './targets-vault.js';
import { scepShot } from './targets-scep.js';
import { signInShot } from './targets-sign-in.js';
import { cmpShot, derShot, ocspShot, pemShot } from './targets-x509.js';

/** Makes one request. The same choices make the same one. */
export type Target = (choices: Choices, papers: Papers) => Shot;

const strange =
  (name: string, ...soils: readonly Soil[]): Target =>
  (choices, papers) =>
    strangeShot(name, choices.one(soils)(choices, papers), choices);
const large =
  (name: string, soil: Soil): Target =>
  (choices, papers) =>
    largeShot(name, soil(choices, papers), choices);

/** What is sent, by the name that `--target` takes. */
export const targets: Readonly<Record<string, Target>> = {
  rest: strange('rest', restSoil, restDocuments),
  vault: strange('vault', vaultSoil, vaultDocuments),
  graphql: strange('graphql', fieldSoil, documentSoil),
  http: httpShot,
  state: stateShot,
  pem: pemShot,
  der: derShot,
  ocsp: ocspShot,
  est: estShot,
  scep: scepShot,
  cmp: cmpShot,
  acme: acmeShot,
  'sign-in': signInShot,
  'large-rest': large('large-rest', restDocuments),
  'large-vault': large('large-vault', vaultDocuments),
  'large-graphql': large('large-graphql', fieldSoil),
  'large-state': largeStateShot,
  'large-x509': largeX509Shot,
};
