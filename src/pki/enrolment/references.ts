import type { MethodType } from '../../identity/auth-methods/auth-method.js';
import type { SignIns } from '../../identity/auth-methods/sign-ins.js';
import type { TransactionClient } from '../../platform/database/database.js';
import { problem } from '../../platform/problems.js';
import { fieldName, worded } from '../../platform/wording.js';
import type { Role } from '../policy/index.js';
import type { RoleStore } from '../roles/role.store.js';
import { longestName } from './longest-name.js';
import { pathPolicyOf } from './path-policy.js';
import type { Said } from '../../platform/wording.js';

/** An auth method by which callers are known, and the role of it that they must satisfy; an empty one for any. */
export interface NamedMethod {
  readonly accessor: string;
  readonly role?: string | null | undefined;
}

/**
 * That there are the methods that a change names. Those that were configured before may be gone: nobody signs in by them, and the rest can still be changed.
 * Not for use inside of a transaction.
 * @throws INVALID_INPUT
 */
export async function requireMethods(
  signIns: Pick<SignIns, 'find'>,
  methods: Readonly<Partial<Record<MethodType, NamedMethod | null | undefined>>>,
): Promise<void> {
  for (const kind of ['userpass', 'cert', 'scep'] as const) {
    const { accessor, role } = methods[kind] ?? {};
    if (accessor === undefined) continue;
    const refused = (message: string, field: string) =>
      problem('INVALID_INPUT', message, ['authenticators', kind, field]);
    if (accessor === '') throw refused(`the authenticator ${kind} has no accessor`, 'accessor');
    const shown = JSON.stringify(accessor.slice(0, longestName));
    if (accessor.length > longestName || !(await signIns.find(kind, accessor)))
      throw refused(`no auth method of type ${kind} has the accessor ${shown}`, 'accessor');
    if ((role?.length ?? 0) > longestName)
      throw refused(`the name of a role has at most ${longestName} characters`, 'role');
  }
}

/**
 * The role that a path policy of a configuration names; undefined for one that names none.
 * @param kept why its certificates must be stored; undefined if they need not be
 * @throws INVALID_INPUT for a role that cannot decide
 */
export async function roleOfPolicy(
  { roles, tx, mountId }: { readonly roles: RoleStore; readonly tx: TransactionClient; readonly mountId: string },
  { field, text, kept }: { readonly field: string; readonly text: string; readonly kept?: string },
): Promise<Role | undefined> {
  const policy = pathPolicyOf(text);
  if (policy?.kind !== 'role') return undefined;
  const role = await roles.namedIn(tx, mountId, policy.name);
  const named = `the role ${policy.name.slice(0, longestName)}`;
  const refused = (why: Said) =>
    problem('INVALID_INPUT', worded`invalid ${fieldName(field)}: ${named} ${why}`, [field]);
  if (!role) throw refused('does not exist');
  if (kept !== undefined && role.noStore) throw refused(worded`has ${fieldName('noStore')}, and ${kept}`);
  return role;
}
