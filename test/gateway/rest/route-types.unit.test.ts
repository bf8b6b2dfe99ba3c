import { expectTypeOf, test } from 'vitest';
import {
  CreateRun,
  ListMemberships,
  ReadRun,
  ReadTeam,
  ReadTeamToken,
  ReadWorkspace,
} from '../../../src/gateway/rest/terraform/generated/operations.js';
import type { ConfigurationVersionFieldsFragment } from '../../../src/gateway/rest/terraform/generated/operations.js';
import {
  IssueCertificate,
  ListRoles,
  PatchRole,
  ReadIssuer,
  WriteRole,
} from '../../../src/gateway/rest/vault/generated/operations.js';
import { list, mergePatch, read, write } from '../../../src/gateway/rest/vault/route.js';
import { weak } from '../../../src/gateway/rest/vault/weak.js';
import { found } from '../../../src/gateway/rest/found.js';
import { get, post } from '../../../src/gateway/rest/terraform/route.js';
import { workspaceIncludes } from '../../../src/gateway/rest/terraform/routes/workspace.document.js';

// The compiler is what tests here: it complains about an expectation of an error where there is none.

test('variables of a row of terraform are those of its operation', () => {
  const shown = () => null;
  get('/teams/:team_id', ReadTeamToken, ({ params }) => ({ id: params.team_id }), shown);
  // @ts-expect-error the path has no such part
  get('/teams/:team_id', ReadTeamToken, ({ params }) => ({ id: params.id }), shown);
  // @ts-expect-error a variable is missing
  get('/teams/:team_id', ReadTeamToken, () => ({}), shown);
  // @ts-expect-error an identifier is text
  get('/teams/:team_id', ReadTeamToken, () => ({ id: 7 }), shown);
  // @ts-expect-error there is no such variable
  get('/teams/:team_id', ReadTeamToken, ({ params }) => ({ id: params.team_id, team: params.team_id }), shown);

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
  const id = () => ({ id: 'team-1', includeUsers: false, includeOrganizationMemberships: false });
  const runAlone = () => ({
    id: 'run-1',
    includeWorkspace: false,
    includeConfigurationVersion: false,
    includeCreatedBy: false,
  });
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

test('variables of a row of vault are those of its operation', () => {
  const answer = () => null;
  const issue = { operation: IssueCertificate, fields: { common_name: weak.text }, answer };
  write({
    ...issue,
    path: 'issue/:role',
    variables: ({ mount, params, fields }) => ({ input: { mount, role: params.role, ...fields } }),
  });
  write({
    ...issue,
    path: 'issue/:role?',
    // @ts-expect-error the input needs a role, which this path may lack
    variables: ({ mount, params, fields }) => ({ input: { mount, role: params.role, ...fields } }),
  });
  write({
    ...issue,
    path: 'issue',
    // @ts-expect-error the path has no role
    variables: ({ mount, params, fields }) => ({ input: { mount, role: params.role, ...fields } }),
  });

  const named = { operation: WriteRole, path: 'roles/:name', answer } as const;
  const patched = { operation: PatchRole, path: 'roles/:name', answer } as const;
  write({
    ...named,
    fields: { allow_ip_sans: weak.flag },
    variables: ({ mount, params, fields }) => ({ input: { mount, name: params.name, ...fields } }),
  });
  write({
    ...named,
    fields: { allow_ip_sans: weak.text },
    // @ts-expect-error a field of the path has another type in the schema
    variables: ({ mount, params, fields }) => ({ input: { mount, name: params.name, ...fields } }),
  });
  write({
    ...named,
    fields: { alow_ip_sans: weak.flag },
    // @ts-expect-error a field of the path is not one of the schema
    variables: ({ mount, params, fields }) => ({ input: { mount, name: params.name, ...fields } }),
  });
  mergePatch({
    ...patched,
    fields: { allow_ip_sans: weak.flag },
    variables: ({ mount, params, fields }) => {
      expectTypeOf(fields.allowIpSans).toEqualTypeOf<boolean | null | undefined>();
      return { input: { role: { named: { mount, name: params.name } }, ...fields } };
    },
  });

  const roles = { path: 'roles', operation: ListRoles, answer } as const;
  list({ ...roles, values: 'roleNames', variables: ({ mount }) => ({ mount }) });
  // @ts-expect-error there is no such list
  list({ ...roles, values: 'names', variables: ({ mount }) => ({ mount }) });
  // @ts-expect-error where a page begins is not for the row to say
  list({ ...roles, values: 'roleNames', variables: ({ mount }) => ({ mount, after: 'web' }) });
});

test('a row of vault reads what its operation asks for', () => {
  const issuer = { path: 'issuer/:ref', operation: ReadIssuer } as const;
  read({
    ...issuer,
    variables: ({ mount, params }) => ({ mount, reference: params.ref }),
    answer: ({ issuer: seen }) => {
      const { name, revokedAt, ...others } = found(seen);
      expectTypeOf(name).toEqualTypeOf<string | null>();
      expectTypeOf(revokedAt).toEqualTypeOf<string | null>();
      expectTypeOf(others).not.toHaveProperty('urls');
      return null;
    },
  });
});
