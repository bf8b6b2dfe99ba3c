import { describe, expect, test } from 'vitest';
import {
  everyProjectGrant,
  everyWorkspaceGrant,
  grantsOf,
  isKey,
  noGrants,
  notForOrganizationTokens,
  organizationWide,
  projectGrantsOf,
  projectLevels,
  sharedState,
  workspaceAccessLevels,
  workspaceLevels,
} from '../../../src/identity/access/levels.js';
import { projectGrants, workspaceGrants } from '../../../src/identity/access/actions.js';
import { organizationGrants } from '../../../src/identity/caller.js';

/**
 * A letter a grant, in this order:
 *
 *   R read  U update  D delete  M move  L lock  F force-unlock  A manage-access     of the workspace
 *   o read-outputs  s read  w write                                        of its state
 *   r read  c create                                                       of its runs
 *   v read  V write                                                        of its variables
 */
const onWorkspace = (grants: Iterable<string>) => shown(workspaceGrants, 'RUDMLFAoswrcvV', grants);
/** R read  W create-workspace  V receive-workspace  U update  D delete  T read-access  A manage-access  S see-secret-teams, of the project; v read  m manage, of its variable sets. */
const onProject = (grants: Iterable<string>) => shown(projectGrants, 'RWVUDTASvm', grants);

function shown(all: readonly string[], letters: string, grants: Iterable<string>): string {
  const held = new Set(grants);
  expect(all).toHaveLength(letters.length);
  for (const grant of held) expect(all).toContain(grant);
  return all.map((grant, at) => (held.has(grant) ? letters.charAt(at) : '.')).join('');
}

describe('what Terraform Enterprise says of the levels of a team', () => {
  test.each([
    // level     RUDMLFAoswrcvV
    ['read', 'R......os.r.v.'],
    ['plan', 'R......os.rcv.'],
    ['write', 'R...L..oswrcvV'],
    ['admin', 'RUDMLFAoswrcvV'],
  ] as const)('%s on a workspace', (level, grants) => {
    expect(onWorkspace(workspaceLevels[level])).toBe(grants);
    expect(workspaceAccessLevels).toContain(level);
    const columns = { access: level, stateVersions: 'none', runs: 'read', variables: 'none', workspaceLocking: true };
    expect(onWorkspace(grantsOf(columns))).toBe(grants);
  });

  test.each([
    // level       RWVUDTASvm    on its workspaces
    ['read', 'R.......v.', 'R......os.r.v.'],
    ['write', 'R.......v.', 'R...L..oswrcvV'],
    ['maintain', 'RWV.....vm', 'RUDMLF.oswrcvV'],
    ['admin', 'RWVUDTASvm', 'RUDMLFAoswrcvV'],
  ] as const)('%s on a project', (level, project, workspaces) => {
    expect(onProject(projectLevels[level].project)).toBe(project);
    expect(onWorkspace(projectLevels[level].workspace)).toBe(workspaces);
  });

  test.each([
    // grant                      RWVUDTASvm    RUDMLFAoswrcvV
    ['read-workspaces', 'R.......v.', 'R......os.r.v.'],
    ['manage-workspaces', 'RWV.....vm', 'RUDMLFAoswrcvV'],
    ['read-projects', 'R.......v.', 'R......os.r.v.'],
    ['manage-projects', 'RWVUDTASvm', 'RUDMLFAoswrcvV'],
  ] as const)('%s in the whole organization', (grant, projects, workspaces) => {
    expect(onProject(organizationWide[grant]?.project ?? [])).toBe(projects);
    expect(onWorkspace(organizationWide[grant]?.workspace ?? [])).toBe(workspaces);
  });

  test('other grants of an organization give nothing on what is in it', () => {
    const others = ['manage-membership', 'manage-teams', 'manage-organization-access', 'access-secret-teams'] as const;
    expect(organizationGrants).toEqual(expect.arrayContaining([...others]));
    expect(Object.keys(organizationWide)).toHaveLength(organizationGrants.length - others.length);
    for (const grant of others) expect(organizationWide[grant]).toBeUndefined();
  });
});

/** Another one each time: what is put together is kept. */
let words = 0;
const unheard = (): string => `unheard-of-${(words += 1)}`;

describe('an access that is put together', () => {
  test.each([
    // state-versions  runs  variables  locking   RUDMLFAoswrcvV
    ['none', 'read', 'none', false, 'R.........r...'],
    ['none', 'read', 'none', true, 'R...L.....r...'],
    ['read-outputs', 'read', 'none', false, 'R......o..r...'],
    ['read', 'read', 'none', false, 'R......os.r...'],
    ['write', 'read', 'none', false, 'R......oswr...'],
    ['none', 'plan', 'none', false, 'R.........rc..'],
    ['none', 'apply', 'none', false, 'R.........rc..'],
    ['write', 'apply', 'none', true, 'R...L..oswrc..'],
    ['none', 'read', 'read', false, 'R.........r.v.'],
    ['none', 'read', 'write', true, 'R...L.....r.vV'],
    // A word that nobody wrote gives nothing.
    ['none', 'read', 'toString', false, 'R.........r...'],
    ['everything', 'read', 'none', false, 'R.........r...'],
    ['toString', 'constructor', 'none', false, 'R.............'],
  ])('state %s, runs %s, variables %s, locking %s', (stateVersions, runs, variables, workspaceLocking, grants) => {
    const columns = { access: 'custom', stateVersions, runs, variables, workspaceLocking };
    expect(onWorkspace(grantsOf(columns))).toBe(grants);
    // It is put together once.
    expect(grantsOf({ ...columns })).toBe(grantsOf(columns));
  });

  test('words that nobody ever heard give nothing, whatever else is said', () => {
    const given = (stateVersions: string, runs: string, workspaceLocking: boolean) =>
      onWorkspace(grantsOf({ access: 'custom', stateVersions, runs, variables: unheard(), workspaceLocking }));
    expect(given(unheard(), unheard(), false)).toBe('R.............');
    expect(given(unheard(), unheard(), true)).toBe('R...L.........');
    expect(given('write', unheard(), false)).toBe('R......osw....');
    expect(given(unheard(), 'plan', false)).toBe('R.........rc..');
  });

  const none = {
    ...{ access: 'custom', settings: 'read', teams: 'none', runs: 'none', stateVersions: 'none', variables: 'none' },
    variableSets: 'none',
    ...{ workspaceCreation: false, workspaceLocking: false, workspaceMoving: false, workspaceDeletion: false },
  };
  test.each([
    // part                                 RWVUDTASvm    RUDMLFAoswrcvV
    [{}, 'R.........', 'R.............'],
    [{ settings: 'update' }, 'R..U......', 'R.............'],
    [{ settings: 'delete' }, 'R..UD.....', 'R.............'],
    [{ teams: 'read' }, 'R....T....', 'R.............'],
    [{ teams: 'manage' }, 'R....TA...', 'R.............'],
    [{ variableSets: 'read' }, 'R.......v.', 'R.............'],
    [{ variableSets: 'write' }, 'R.......vm', 'R.............'],
    [{ workspaceCreation: true }, 'RW........', 'R.............'],
    [{ workspaceMoving: true }, 'R.V.......', 'R..M..........'],
    [{ workspaceDeletion: true }, 'R.........', 'R.D...........'],
    [{ workspaceLocking: true }, 'R.........', 'R...L.........'],
    [{ stateVersions: 'write', runs: 'apply', variables: 'write' }, 'R.........', 'R......oswrcvV'],
    [{ settings: 'admin', teams: 'toString', stateVersions: 'constructor' }, 'R.........', 'R.............'],
    [{ access: 'admin' }, 'RWVUDTASvm', 'RUDMLFAoswrcvV'],
    [{ access: 'Custom', teams: 'manage' }, '..........', '..............'],
  ])('of %j on a project', (part, project, workspaces) => {
    const given = projectGrantsOf({ ...none, ...part });
    expect(onProject(given.project)).toBe(project);
    expect(onWorkspace(given.workspace)).toBe(workspaces);
  });

  test.each(['', 'Custom', 'owner', 'toString', '__proto__'])('a level %j gives nothing', (access) => {
    expect(
      onWorkspace(
        grantsOf({ access, stateVersions: 'write', runs: 'apply', variables: 'write', workspaceLocking: true }),
      ),
    ).toBe('..............');
  });
});

test('everything is everything, nothing is nothing', () => {
  expect(onWorkspace(everyWorkspaceGrant)).toBe('RUDMLFAoswrcvV');
  expect(onProject(everyProjectGrant)).toBe('RWVUDTASvm');
  expect(noGrants.size).toBe(0);
});

test('a consumer of state reads it and its outputs; an organization’s token sets up and runs nothing', () => {
  expect(onWorkspace(sharedState)).toBe('R......os.....');
  expect(onWorkspace(notForOrganizationTokens)).toBe('.........w.c..');
});

test('a word is a key of a table when the table itself has it', () => {
  expect([isKey(workspaceLevels, 'read'), isKey(workspaceLevels, 'valueOf'), isKey(workspaceLevels, '')]).toEqual([
    ...[true, false, false],
  ]);
});
