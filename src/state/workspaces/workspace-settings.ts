import { z } from 'zod';
import { passing, problem } from '../../platform/problems.js';
import type { WorkspaceRow } from '../../platform/database/models.js';
import type { StoredOverwrites } from '../setting-overwrites.js';
import { requireFitting } from '../text-rules.js';
import { plainSettings } from './plain-settings.js';
import type { PlainSettings, Setting } from './plain-settings.js';

/** The connection of a workspace to its repository, as clients send and receive it. */
export interface VcsRepo {
  readonly identifier: string;
  readonly branch?: string | null;
  readonly displayIdentifier?: string | null;
  readonly ingressSubmodules?: boolean | null;
  readonly oauthTokenId?: string | null;
  readonly githubAppInstallationId?: string | null;
  readonly repositoryHttpUrl?: string | null;
  readonly serviceProvider?: string | null;
  readonly tagsRegex?: string | null;
}

/** Settings from a caller: absent ones do not change, null resets them. */
export type WorkspaceSettings = { readonly [K in keyof PlainSettings]?: PlainSettings[K] | null | undefined } & {
  readonly triggerPrefixes?: readonly string[] | null | undefined;
  readonly triggerPatterns?: readonly string[] | null | undefined;
  readonly vcsRepo?: VcsRepo | null | undefined;
  readonly settingOverwrites?: Partial<StoredOverwrites> | null | undefined;
};

const repoRules = [
  ['identifier', 'source'],
  ['branch', 'source'],
  ['displayIdentifier', 'source'],
  ['oauthTokenId', 'source'],
  ['githubAppInstallationId', 'source'],
  ['repositoryHttpUrl', 'webAddress'],
  ['serviceProvider', 'source'],
  ['tagsRegex', 'source'],
] as const;
/** Largest number of watched paths of a repository. */
const mostPaths = 100;

type SettingColumns = PlainSettings &
  Pick<WorkspaceRow, 'triggerPrefixes' | 'triggerPatterns' | 'vcsRepo' | 'settingOverwrites'>;

/**
 * The columns that the given settings change.
 * @throws INVALID_INPUT naming the setting
 */
export function settingColumns(settings: WorkspaceSettings): Partial<SettingColumns> {
  const { triggerPrefixes, triggerPatterns, vcsRepo, settingOverwrites } = settings;
  const plain = plainColumns(settings);
  const ownEnd = settings.autoDestroyDuration != null || settings.autoDestroyAt != null;
  requirePaths('triggerPrefixes', triggerPrefixes);
  requirePaths('triggerPatterns', triggerPatterns);
  if (triggerPrefixes?.length && triggerPatterns?.length) {
    throw problem('INVALID_INPUT', 'Trigger prefixes and trigger patterns cannot be used together', [
      'triggerPatterns',
    ]);
  }
  if (vcsRepo?.identifier === '') {
    throw problem('INVALID_INPUT', "VCS repository identifier can't be blank", ['vcsRepo', 'identifier']);
  }
  for (const [name, rule] of repoRules) requireFitting(rule, vcsRepo?.[name], 'vcsRepo', name);
  return {
    ...plain,
    // Terraform Enterprise API, Workspaces: who gives it an end of its own takes it away from the setting of its project.
    ...(ownEnd && settings.inheritsProjectAutoDestroy == null && { inheritsProjectAutoDestroy: false }),
    ...(triggerPrefixes !== undefined && { triggerPrefixes: JSON.stringify(triggerPrefixes ?? []) }),
    ...(triggerPatterns !== undefined && { triggerPatterns: JSON.stringify(triggerPatterns ?? []) }),
    ...(vcsRepo !== undefined && { vcsRepo: vcsRepo && JSON.stringify(vcsRepo) }),
    ...(settingOverwrites !== undefined && { settingOverwrites: JSON.stringify(settingOverwrites ?? {}) }),
  };
}

function requirePaths(name: 'triggerPrefixes' | 'triggerPatterns', paths: readonly string[] | null | undefined): void {
  if (paths && paths.length > mostPaths)
    throw problem(
      'INVALID_INPUT',
      `${name} must have at most ${mostPaths} entries`,
      [name],
      passing(paths.length, mostPaths),
    );
  for (const path of paths ?? []) requireFitting('path', path, name);
}

function plainColumns(settings: Partial<Readonly<Record<string, unknown>>>): Partial<PlainSettings> {
  const columns: Partial<PlainSettings> = {};
  for (const [name, { preset, rule }] of Object.entries<Setting<unknown>>(plainSettings)) {
    const value = settings[name];
    if (value === undefined) continue;
    if (rule !== undefined && typeof value === 'string') requireFitting(rule, value, name);
    Object.assign(columns, { [name]: value ?? preset });
  }
  return columns;
}

const texts = z.array(z.string());
const vcsRepoShape = z.object({
  identifier: z.string(),
  branch: z.string().nullish(),
  displayIdentifier: z.string().nullish(),
  ingressSubmodules: z.boolean().nullish(),
  oauthTokenId: z.string().nullish(),
  githubAppInstallationId: z.string().nullish(),
  repositoryHttpUrl: z.string().nullish(),
  serviceProvider: z.string().nullish(),
  tagsRegex: z.string().nullish(),
});

/** Readers of the columns that hold JSON text. */
export const readTexts = (column: string): string[] => texts.parse(JSON.parse(column));
export const readVcsRepo = (column: string | null) => (column === null ? null : vcsRepoShape.parse(JSON.parse(column)));
