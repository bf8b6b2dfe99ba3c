import { infoOids, readProfiles } from '../x509/cmp/index.js';
import type { CmpHeader } from '../x509/cmp/index.js';
import { CmpRefusal } from './cmp-refusal.js';

export const wantsImplicitConfirmation = ({ infos }: CmpHeader): boolean =>
  infos.some(({ type }) => type === infoOids.implicitConfirm);

/** The profile that a message names: here, a role (RFC 9810 §5.1.1.4). Null for none. */
export function profileOf({ infos }: CmpHeader): string | null {
  const value = infos.find(({ type }) => type === infoOids.certProfile)?.value;
  if (!value) return null;
  const [profile, ...others] = readProfiles(value);
  if (profile === undefined || others.length > 0)
    throw new CmpRefusal('badRequest', 'a message that asks for one certificate names one profile');
  return profile;
}
