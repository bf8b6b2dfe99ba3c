import { hostOf } from './terraform.js';
import type { Login } from './terraform.js';

/** One of the ways in which a configuration says that its state is in Trustate. */
export interface BackendBlock {
  readonly title: string;
  /** The block inside `terraform { … }`; `stem` is unlike that of every other test. */
  readonly block: (login: Login, organization: string, stem: string) => string;
  /** How terraform calls the workspace, where it has to be made or chosen first; `null` where the block names it. */
  readonly local: string | null;
  /** How Trustate calls it. */
  readonly remote: (stem: string) => string;
}

const remote = (workspaces: string) => (login: Login, organization: string) =>
  `backend "remote" {
    hostname     = "${hostOf(login)}"
    organization = "${organization}"
    workspaces { ${workspaces} }
  }`;

const cloud = (workspaces: string) => (login: Login, organization: string) =>
  `cloud {
    hostname     = "${hostOf(login)}"
    organization = "${organization}"
    workspaces { ${workspaces} }
  }`;

type Blocks = (workspaces: string) => (login: Login, organization: string) => string;
const block =
  (blocks: Blocks, workspaces: (stem: string) => string): BackendBlock['block'] =>
  (login, organization, stem) =>
    blocks(workspaces(stem))(login, organization);

export const remoteName: BackendBlock = {
  title: 'backend "remote", by name',
  block: block(remote, (stem) => `name = "${stem}"`),
  local: null,
  remote: (stem) => stem,
};
export const remotePrefix: BackendBlock = {
  title: 'backend "remote", by prefix',
  block: block(remote, (stem) => `prefix = "${stem}-"`),
  local: 'dev',
  remote: (stem) => `${stem}-dev`,
};
export const cloudName: BackendBlock = {
  title: 'cloud, by name',
  block: block(cloud, (stem) => `name = "${stem}"`),
  local: null,
  remote: (stem) => stem,
};
export const cloudTags: BackendBlock = {
  title: 'cloud, by a list of tags',
  block: block(cloud, (stem) => `tags = ["${stem}", "shared"]`),
  local: 'dev-list',
  remote: () => 'dev-list',
};
export const cloudTagMap: BackendBlock = {
  title: 'cloud, by a map of tags',
  block: block(cloud, (stem) => `tags = { stem = "${stem}", team = "core" }`),
  local: 'dev-map',
  remote: () => 'dev-map',
};

export const backendBlocks: readonly BackendBlock[] = [remoteName, remotePrefix, cloudName, cloudTags, cloudTagMap];
