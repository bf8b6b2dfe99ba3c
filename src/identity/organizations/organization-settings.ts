import { Int } from 'type-graphql';
import type { OrganizationRow } from '../../platform/database/models.js';
import type { TypeThunk } from '../../platform/graphql/declare.js';
import { Duration } from '../../platform/graphql/scalars.js';
import { problem } from '../../platform/problems.js';
import { requireText } from '../names.js';

interface Setting<Value> {
  readonly type: TypeThunk;
  /** The value at creation, and after a caller sends null: the default of the column. `null` for a setting that may be unset. */
  readonly preset: Value;
  readonly description: string;
}

const flag = (preset: boolean, description: string): Setting<boolean> => ({
  type: () => Boolean,
  preset,
  description,
});
const optionalText = (description: string): Setting<string | null> => ({
  type: () => String,
  preset: null,
  description,
});
const minutes = (description: string): Setting<number | null> => ({
  type: () => Int,
  preset: null,
  description,
});
/** Two years of the Gregorian calendar, as in Terraform Enterprise. */
const longestLife = (description: string): Setting<number> => ({
  type: () => Duration,
  preset: 63_113_904,
  description,
});

/** The settings of an organization with a column each: they are kept and read back as they were given. */
const organizationSettings = {
  allowForceDeleteWorkspaces: flag(
    true,
    'Whether everybody who may delete a workspace may also delete one that is locked or manages resources. Otherwise only owners may.',
  ),
  assessmentsEnforced: flag(false, 'Whether drift is to be checked regularly in all workspaces, by whoever runs them.'),
  costEstimationEnabled: flag(false, 'Whether costs are to be estimated by whoever runs the workspaces.'),
  aggregatedCommitStatusEnabled: flag(
    true,
    'Whether a commit is to have one status for all workspaces. Excludes `sendPassingStatusesForUntriggeredSpeculativePlans`.',
  ),
  sendPassingStatusesForUntriggeredSpeculativePlans: flag(
    false,
    'Whether speculative plans that were not triggered are to be reported as passed. Excludes `aggregatedCommitStatusEnabled`.',
  ),
  speculativePlanManagementEnabled: flag(
    true,
    'Whether waiting speculative plans of outdated commits are to be cancelled.',
  ),
  stacksEnabled: flag(false, 'Whether stacks are to be used by whoever runs them. There are none here.'),
  maxTtlEnabled: flag(false, 'Whether tokens live only as long as the four settings below say.'),
  userTokenMaxTtl: longestLife(
    'How long after its creation the token of a user reaches the organization. Tokens of site administrators always do.',
  ),
  teamTokenMaxTtl: longestLife('How long tokens of teams live at most.'),
  organizationTokenMaxTtl: longestLife('How long the token of the organization lives at most.'),
  auditTrailTokenMaxTtl: longestLife('How long the token that reads the audit trail lives at most.'),
  sessionTimeout: minutes('After how many minutes without activity clients with sessions are to end them.'),
  sessionRemember: minutes('After how many minutes clients with sessions are to end them.'),
  ownersTeamSamlRoleId: optionalText('Name of the team of owners at the identity provider.'),
} as const satisfies { readonly [Name in keyof OrganizationRow]?: Setting<OrganizationRow[Name]> };

type SettingName = keyof typeof organizationSettings;
export type OrganizationSettings = {
  -readonly [Name in SettingName]: (typeof organizationSettings)[Name] extends Setting<infer Value> ? Value : never;
};
/** Settings from a caller: absent ones do not change, null resets them. */
export type GivenSettings = { readonly [Name in SettingName]?: OrganizationSettings[Name] | null | undefined };

export const settingFields = Object.entries<Setting<unknown>>(organizationSettings).map(
  ([name, { type, preset, description }]) => ({ name, type, description, nullable: preset === null }),
);

/** Ten years. */
const mostMinutes = 5_256_000;

/** Seconds: nobody could make and use a token that lives shorter. */
const shortestLife = 60;
const longestLifeOfAll = mostMinutes * 60;
const tokenLives = ['userTokenMaxTtl', 'teamTokenMaxTtl', 'organizationTokenMaxTtl', 'auditTrailTokenMaxTtl'] as const;

/** The columns that the given settings change. @throws INVALID_INPUT */
export function settingColumns(given: GivenSettings): Partial<OrganizationSettings> {
  const columns: Partial<OrganizationSettings> = {};
  for (const name of ['sessionTimeout', 'sessionRemember'] as const) {
    const value = given[name];
    if (value == null || (value >= 1 && value <= mostMinutes)) continue;
    throw problem('INVALID_INPUT', `${name} must be between 1 and ${mostMinutes} minutes`, [name]);
  }
  for (const name of tokenLives) {
    const value = given[name];
    if (value == null || (value >= shortestLife && value <= longestLifeOfAll)) continue;
    throw problem('INVALID_INPUT', `${name} must be between one minute and ten years`, [name]);
  }
  if (given.ownersTeamSamlRoleId != null) {
    requireText('ssoTeamId', given.ownersTeamSamlRoleId, ['ownersTeamSamlRoleId']);
  }
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined && isSetting(name)) {
      Object.assign(columns, { [name]: value ?? organizationSettings[name].preset });
    }
  }
  return columns;
}

const isSetting = (name: string): name is SettingName => Object.hasOwn(organizationSettings, name);

/** Terraform Enterprise API, Organizations: one of the two ways of reporting. @throws INVALID_INPUT */
export function requireOneReport(
  settings: Pick<
    OrganizationSettings,
    'aggregatedCommitStatusEnabled' | 'sendPassingStatusesForUntriggeredSpeculativePlans'
  >,
): void {
  if (!settings.aggregatedCommitStatusEnabled || !settings.sendPassingStatusesForUntriggeredSpeculativePlans) return;
  throw problem(
    'INVALID_INPUT',
    'sendPassingStatusesForUntriggeredSpeculativePlans must be false while aggregatedCommitStatusEnabled is true',
    ['sendPassingStatusesForUntriggeredSpeculativePlans'],
  );
}
