import { expectTypeOf, test } from 'vitest';
import {
  CreateRun,
  ListMemberships,
  ReadRun,
  ReadTeam,
  ReadWorkspace,
} from '../../../src/gateway/rest/terraform/generated/operations.js';
import type { ConfigurationVersionFieldsFragment } from '../../../src/gateway/rest/terraform/generated/operations.js';
import { found } from '../../../src/gateway/rest/found.js';
import { get, post } from '../../../src/gateway/rest/terraform/row.js';
import { workspaceIncludes } from '../../../src/gateway/rest/terraform/routes/workspace.document.js';

// The compiler is what tests here: it complains about an expectation of an error where there is none.

test('variables of a row of terraform are those of its operation', () => {
  const shown = () => null;
  get('/teams/:team_id', ReadTeam, ({ params }) => ({ id: params.team_id }), shown);
  // @ts-expect-error the path has no such part
  get('/teams/:team_id', ReadTeam, ({ params }) => ({ id: params.id }), shown);
  // @ts-expect-error a variable is missing
  get('/teams/:team_id', ReadTeam, () => ({}), shown);
  // @ts-expect-error an identifier is text
  get('/teams/:team_id', ReadTeam, () => ({ id: 7 }), shown);
  // @ts-expect-error there is no such variable
  get('/teams/:team_id', ReadTeam, ({ params }) => ({ id: params.team_id, team: params.team_id }), shown);

  const source = { workspaceId: 'ws-1' };
  post('/runs', CreateRun, () => ({ input: { ...source, message: 'again' } }), shown);
  // @ts-expect-error the input has no such field, which makes no difference to the type of what has optional ones
  post('/runs', CreateRun, () => ({ input: { ...source, mesage: 'again' } }), shown);
  // @ts-expect-error a field of the input has another type
  post('/runs', CreateRun, () => ({ input: { ...source, message: 7 } }), shown);
  // @ts-expect-error a field that the input needs is missing
  post('/runs', CreateRun, () => ({ input: { message: 'again' } }), shown);

  const filtered = <const Status extends string>(status: Status) => ({ organization: 'default', filter: { status } });
  const includes = { include: ['user', 'organization', 'teams'] } as const;
  get('/memberships', ListMemberships, ({ include }) => ({ ...filtered('ACTIVE'), ...include }), shown, includes);
  // @ts-expect-error an enum has only its words
  get('/memberships', ListMemberships, ({ include }) => ({ ...filtered('active'), ...include }), shown, includes);
});

test('includes of a row are the variables of its operation', () => {
  const shown = () => null;
  const includes = { include: workspaceIncludes };
  get('/workspaces/:id', ReadWorkspace, ({ params, include }) => ({ id: params.id, ...include }), shown, includes);
  // @ts-expect-error an include that the operation asks about is missing
  get('/workspaces/:id', ReadWorkspace, ({ params, include }) => ({ id: params.id, ...include }), shown, {
    include: ['project'],
  });
});

test('a row reads what its operation asks for', () => {
  const id = () => ({ id: 'team-1' });
  const runAlone = () => ({ id: 'run-1', includeWorkspace: false, includeConfigurationVersion: false });
  get('/team', ReadTeam, id, ({ team }) => {
    expectTypeOf(found(team).visibility).toEqualTypeOf<'ORGANIZATION' | 'SECRET'>();
    return { name: found(team).name };
  });
  get('/team', ReadTeam, id, ({ team }) => {
    // The schema has it, and the operation does not ask for it.
    expectTypeOf(found(team)).not.toHaveProperty('createdAt');
    return null;
  });
  // @ts-expect-error there may be no such run
  get('/run', ReadRun, runAlone, ({ run }) => ({ message: run.message }));
  get('/run', ReadRun, runAlone, ({ run }) => {
    expectTypeOf(found(run).configurationVersion).toEqualTypeOf<
      ConfigurationVersionFieldsFragment | null | undefined
    >();
    expectTypeOf(found(run).terraformVersion).toEqualTypeOf<string | null>();
    return null;
  });
});
