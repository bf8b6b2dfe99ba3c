import type { Caller } from '../../identity/caller.js';
import { planOf } from '../../identity/organizations/plans.js';
import type { ContentUrls } from '../backing-data/content-url.js';
import type { StateVersion } from './version.type.js';

/*
 * When fields of a state version are there (Terraform Enterprise API, State Versions: "State version object").
 */

/** Content can be read in every status except before it arrived and after it was marked for deletion. */
export function hostedStateDownloadUrl(
  version: StateVersion,
  urls: ContentUrls,
  baseUrl: string,
  { tokenId }: Pick<Caller, 'tokenId'>,
): string | null {
  const there = version.status === 'finalized' && version.contentObjectId !== null;
  return there ? urls.download(baseUrl, 'raw', version, tokenId) : null;
}

/** Only for states that the engine wrote from version 1.3 on. */
export function hostedJsonStateDownloadUrl(
  version: StateVersion,
  urls: ContentUrls,
  baseUrl: string,
  { tokenId }: Pick<Caller, 'tokenId'>,
): string | null {
  const there = version.status === 'finalized' && version.jsonObjectId !== null;
  return there && writesStableJson(version.engineVersion) ? urls.download(baseUrl, 'json', version, tokenId) : null;
}

export function hostedStateUploadUrl(version: StateVersion, urls: ContentUrls, baseUrl: string): string | null {
  return version.status === 'pending' && version.contentObjectId === null ? urls.upload(baseUrl, 'raw', version) : null;
}

/** Clients also send the JSON form after the raw content, so the URL remains valid after finalizing. */
export function hostedJsonStateUploadUrl(version: StateVersion, urls: ContentUrls, baseUrl: string): string | null {
  const open = version.status === 'pending' || version.status === 'finalized';
  return open && version.jsonUploadedAt === null ? urls.upload(baseUrl, 'json', version) : null;
}

/** For members of organizations whose plan meters resources. */
export function billableRumCount(version: StateVersion, caller: Caller): bigint | null {
  const { home } = version;
  if (!home || !planOf(home).metersResources) return null;
  return caller.organizations.has(home.organizationId) ? version.billableRumCount : null;
}

function writesStableJson(engineVersion: string | null): boolean {
  const [, major, minor] = /^v?(\d+)\.(\d+)/.exec(engineVersion ?? '') ?? [];
  return Number(major) > 1 || (Number(major) === 1 && Number(minor) >= 3);
}
