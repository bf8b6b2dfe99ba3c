import { MeasuredAuthority } from './authority.js';
import { MeasuredWorkspaces } from './organization.js';
import type { Job, Made } from './table.js';
import type { Target } from './target.js';

export interface MadeToRemove extends Made {
  remove(): Promise<void>;
}

/** Makes in a server what jobs of some APIs work on. */
export async function madeIn(
  target: Target,
  apis: readonly Job['api'][],
  organization?: string,
): Promise<MadeToRemove> {
  const vault = apis.includes('vault') ? await MeasuredAuthority.open(target) : undefined;
  try {
    const tfe = apis.includes('tfe') ? await MeasuredWorkspaces.open(target, organization) : undefined;
    return {
      ...{ target, ...(vault && { vault }), ...(tfe && { tfe }) },
      async remove() {
        await vault?.close();
        await tfe?.close();
      },
    };
  } catch (error) {
    await vault?.close();
    throw error;
  }
}
