/** A query as a portal would ask it, and the names that lead to what lies deepest. */
export interface DeepQuery {
  readonly name: string;
  readonly path: readonly string[];
  /** Statements that it takes, at most, at any width. */
  readonly most: number;
  /** @param organization its name, as a literal */
  readonly query: (organization: string) => string;
}

const list = (name: string, selection: string, first = 60): string =>
  `${name}(first: ${first}) { totalCount pageInfo { hasNextPage } nodes { ${selection} } }`;

const versions = list(
  'stateVersions',
  `serial ${list('outputs', 'name value')} run { id configurationVersion { id } }
    createdBy { username ${list('teams', `name ${list('members', 'username')}`)} }`,
);

const state: readonly DeepQuery[] = [
  {
    name: 'workspaces, their versions, outputs, who created them, teams, members',
    path: ['workspaces', 'stateVersions', 'createdBy', 'teams', 'members'],
    most: 18,
    query: (organization) =>
      `{ workspaces(organization: ${organization}, first: 60) { totalCount nodes { name ${versions} } } }`,
  },
  {
    name: 'organizations, projects, workspaces, and all that a page of them shows',
    path: ['organizations', 'projects', 'workspaces', 'teamAccess', 'team'],
    most: 32,
    query: () =>
      `{ ${list(
        'organizations',
        list(
          'projects',
          `name ${list('tagBindings', 'key')} ${list(
            'workspaces',
            `name ${list('tagBindings', 'key value')} ${list('effectiveTagBindings', 'key')} permissions { canUpdate } organization { name }
          lock { user { username ${list('teams', 'name')} } } currentRun { status createdBy { username } }
          currentStateVersion { serial ${list('outputs', 'name')} rollbackOf { serial workspace { name } } }
          ${list('runs', 'status configurationVersion { id workspace { name } }')} ${list('teamAccess', 'team { name }')}
          ${list('remoteStateConsumers', 'name currentStateVersion { serial }')}`,
          )}`,
        ),
      )} }`,
  },
  {
    name: 'teams, members, their teams, what those may do where',
    path: ['teamPage', 'members', 'teams', 'workspaceAccess', 'workspace', 'currentStateVersion'],
    most: 20,
    query: (organization) =>
      `{ teamPage(organization: ${organization}, pageSize: 60) { items { ${list(
        'members',
        list(
          'teams',
          `${list('workspaceAccess', 'workspace { name currentStateVersion { serial } }', 30)}
        ${list('projectAccess', 'project { name }', 30)}`,
        ),
      )} } } }`,
  },
  {
    name: 'resources, their workspaces, projects, and the workspaces beside them',
    path: ['resources', 'workspace', 'project', 'workspaces'],
    most: 16,
    query: (organization) => `{ resources(organization: ${organization}, first: 100) { nodes {
      address workspace { name currentStateVersion { serial run { id } } project { ${list('workspaces', 'name')} } }
    } } }`,
  },
];

const site: readonly DeepQuery[] = [
  {
    name: 'audit records, who acted, their teams, where',
    path: ['auditRecords', 'organization', 'memberships', 'user'],
    most: 14,
    query: () => `{ auditRecords(first: 100) { nodes {
      action actor { username ${list('teams', 'name')} } organization { ${list('memberships', `user { username } ${list('teams', 'name')}`)} }
    } } }`,
  },
];

const issuer = `commonName key { keyType } mount { path defaultIssuer { id } } crl { number }`;

const authorities: readonly DeepQuery[] = [
  {
    name: 'issuers, their certificates, the roles of those, and their issuers again',
    path: ['issuers', 'certificates', 'role', 'issuer', 'certificates'],
    most: 20,
    query: () =>
      `{ ${list(
        'issuers',
        `${issuer} ${list(
          'certificates',
          `serialNumber revocation { reason } role { name issuer { commonName ${list('certificates', 'commonName')} } }`,
        )}`,
      )} }`,
  },
  {
    name: 'mounts, their issuers, keys and roles, and the certificates of each',
    path: ['mounts', 'keys', 'issuers', 'certificates'],
    most: 32,
    query: () =>
      `{ ${list(
        'mounts',
        `path ${list('issuers', `${issuer} ${list('certificates', 'serialNumber', 5)}`)}
        ${list('keys', list('issuers', list('certificates', 'serialNumber', 5)))}
        ${list('roles', `issuer { commonName } ${list('certificates', 'serialNumber', 5)}`)}`,
      )} }`,
  },
  {
    name: 'revocations, their certificates, and what those lead to',
    path: ['revocations', 'certificate', 'role', 'certificates'],
    most: 20,
    query: () =>
      `{ ${list(
        'revocations',
        `reason issuer { ${issuer} } certificate { commonName issuer { ${issuer} } role { ${list('certificates', 'serialNumber')} } }`,
      )} }`,
  },
];

export const deepQueries: readonly DeepQuery[] = [...state, ...site, ...authorities];
