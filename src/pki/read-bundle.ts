import { inTurns } from '../platform/turns.js';
import { reading } from './refusal.js';
import { BundleReader, type Bundle } from './x509/index.js';

/**
 * The PEM text of a caller, with turns for everybody else in between.
 * @param field the parameter that contains it
 * @throws REQUEST_REFUSED
 */
export async function readBundle(field: string, pem: string, where?: string): Promise<Bundle> {
  const reader = reading(field, () => new BundleReader(pem, where));
  for await (const block of inTurns(reader.blocks))
    reading(field, () => {
      reader.read(block);
    });
  return reader.bundle;
}
