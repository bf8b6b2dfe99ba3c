import { problem } from '../../platform/problems.js';

/** What an organization's plan determines (`Organization.plan`). */
export interface Plan {
  /** Whether resources under management are counted for billing: then `billable-rum-count` is shown. */
  readonly metersResources: boolean;
  /** Terraform Enterprise API, State Versions; null keeps everything. */
  readonly retention: {
    /** This many of the newest states over all workspaces are kept, and the newest of every workspace. */
    readonly keepLatest: number;
    /** How many months older ones are kept. */
    readonly months: number;
  } | null;
}

export const plans = {
  free: { metersResources: true, retention: { keepLatest: 100, months: 6 } },
  standard: { metersResources: true, retention: null },
  enterprise: { metersResources: false, retention: null },
} as const satisfies Record<string, Plan>;
export type PlanName = keyof typeof plans;

export const planNames = ['free', 'standard', 'enterprise'] as const satisfies readonly PlanName[];

/** @throws INVALID_INPUT for a name of no plan */
export function planNamed(text: string): PlanName {
  const name = planNames.find((each) => each === text);
  if (!name) throw problem('INVALID_INPUT', `plan must be one of ${planNames.join(', ')}`, ['plan']);
  return name;
}

const plansByName = new Map<string, Plan>(Object.entries(plans));

/** An unknown plan is treated as the one that keeps everything. */
export function planOf(organization: { readonly plan: string }): Plan {
  return plansByName.get(organization.plan) ?? plans.enterprise;
}

/** The features that clients ask for (`entitlement-set`). Runs on the server are out of scope, so `operations` is false. */
export const entitlements = {
  agents: false,
  auditLogging: true,
  configurationDesigner: false,
  costEstimation: false,
  globalRunTasks: false,
  operations: false,
  privateModuleRegistry: false,
  runTasks: false,
  selfServeBilling: false,
  sentinel: false,
  sso: false,
  stateStorage: true,
  teams: true,
  usageReporting: false,
  userLimit: null,
  vcsIntegrations: false,
} as const;
