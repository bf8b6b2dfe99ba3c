import type { Audit } from '../../identity/audit/audit.js';
import type { Caller } from '../../identity/caller.js';
import type { StateVersionId } from '../../platform/ids.js';
import { isObjectId } from '../../platform/objects/object-id.js';
import type { Objects } from '../../platform/objects/sealed-objects.js';
import { problem } from '../../platform/problems.js';
import type { StateVersions } from '../versions/versions.js';
import { compareStates } from './compare.js';
import type { OpenContent } from './compare.js';
import type { StateComparison } from './comparison.js';

/** What changed from one state version to another. */
export class Comparisons {
  constructor(private readonly deps: { versions: StateVersions; objects: Objects; audit: Audit }) {}

  /** @throws NOT_FOUND, CONTENT_UNAVAILABLE, CONTENT_NOT_STATE; `field` names the side */
  async compare(caller: Caller, from: StateVersionId, to: StateVersionId): Promise<StateComparison> {
    const before = await this.#open(caller, from, 'from');
    const after = await this.#open(caller, to, 'to');
    const result = await compareStates(before, after);
    if (result.comparable) return result.comparison;
    const why = result.problems.map(({ message }) => message).join('; ');
    const side = result.side === 'before' ? 'from' : 'to';
    throw problem('CONTENT_NOT_STATE', `The content of \`${side}\` cannot be compared: ${why}`, [side]);
  }

  async #open(caller: Caller, id: StateVersionId, side: 'from' | 'to'): Promise<OpenContent> {
    const { version, home } = await this.deps.versions.located(caller, id, 'state-version.compare');
    const objectId = version.status === 'finalized' ? version.contentObjectId : null;
    if (objectId === null || !isObjectId(objectId)) throw problem('CONTENT_UNAVAILABLE', undefined, [side]);
    const target = { type: 'state-version' as const, id, organizationId: home.organizationId };
    await this.deps.audit.read(caller, 'state-version.compare', target, { side });
    return async () => (await this.deps.objects.read(objectId)).content;
  }
}
