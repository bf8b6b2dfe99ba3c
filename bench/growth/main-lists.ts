import { graphql, post } from './asking.js';
import type { Asking, Askings } from './asking.js';

const workspaces = (args: string, fields = 'nodes { id name }') =>
  graphql(`{ workspaces(organization: "default", first: 20${args}) { ${fields} } }`);
const resources = (filter: string, fields = 'nodes { address }') =>
  graphql(`{ resources(organization: "default", first: 20, filter: { ${filter} }) { ${fields} } }`);
const certificates = (args: string, fields = 'nodes { serialNumber commonName }') =>
  graphql(`{ certificates(first: 20${args}) { ${fields} } }`);
const versions =
  (page: (rows: number) => number): Asking =>
  (world) => ({
    path: `/api/v2/state-versions?filter[organization][name]=default&filter[workspace][name]=history&page[number]=${page(world.rows)}`,
  });
/** What was measured first: of workspaces, versions, resources and certificates. */
export const mainLists: Askings = {
  'workspaces, first page': workspaces(''),
  'workspaces, last page': graphql('{ workspaces(organization: "default", last: 20) { nodes { id } } }'),
  'workspaces, newest changes first': workspaces(', orderBy: { field: LATEST_CHANGE_AT, direction: DESC }'),
  'workspaces, newest first': workspaces(', orderBy: { field: CREATED_AT, direction: DESC }'),
  'workspaces, newest runs first': workspaces(', orderBy: { field: CURRENT_RUN_CREATED_AT, direction: DESC }'),
  'workspaces, count': workspaces('', 'totalCount'),
  'workspaces, locked, by name': workspaces(', filter: { locked: true }'),
  'workspaces, locked, by change': workspaces(
    ', filter: { locked: true }, orderBy: { field: LATEST_CHANGE_AT, direction: DESC }',
  ),
  'workspaces, locked, count': workspaces(', filter: { locked: true }', 'totalCount'),
  'workspaces, a part of the name that all have': workspaces(', filter: { search: "rown" }'),
  'workspaces, a part of the name that few have': workspaces(', filter: { search: "rarely" }'),
  'workspaces, a part of the name that none has': workspaces(', filter: { search: "nowhere" }'),
  'workspaces, a part of the name that all have, one character': workspaces(', filter: { search: "g" }'),
  'workspaces, a part of the name that none has, two characters': workspaces(', filter: { search: "zz" }'),
  'workspaces, a part of the name that none has, of common pieces': workspaces(', filter: { search: "n-0000-00" }'),
  'workspaces, a part of the name that few have, count': workspaces(', filter: { search: "rarely" }', 'totalCount'),
  'workspaces, the end of a name': workspaces(', filter: { wildcardName: "*arely-00000010" }'),
  'workspaces, the beginning of a name': workspaces(', filter: { wildcardName: "grown-0000001*" }'),
  'state versions, first page': versions(() => 1),
  'state versions, last page': versions((rows) => Math.ceil(rows / 20)),
  'current state version': ({ versionsIn }) => ({ path: `/api/v2/workspaces/${versionsIn}/current-state-version` }),
  'resources, by address': resources(''),
  'resources, by type': resources('type: "aws_kind_00000001"'),
  'resources, by name': resources('name: "web_00000042"'),
  'resources, by beginning of the address': resources('addressPrefix: "module.net.aws_kind_00000001.web_0000"'),
  'resources, none of a type': resources('type: "aws_none"'),
  'resources, of one name, count': resources('name: "web_00000042"', 'totalCount'),
  'certificates, newest first': certificates(''),
  'certificates, next to expire': certificates(', orderBy: { field: NOT_AFTER, direction: ASC }'),
  'certificates, by name': (world) => certificates(`, filter: { name: "${world.certificateName}" }`)(world),
  'certificates, below a domain that all have': certificates(', filter: { below: "example.com" }'),
  'certificates, below a domain that none has': certificates(', filter: { below: "example.org" }'),
  'certificates, of one name, count': (world) =>
    certificates(`, filter: { name: "${world.certificateName}" }`, 'totalCount')(world),
  'revocations, newest first': graphql('{ revocations(first: 20) { nodes { serialNumber } } }'),
  'audit records, newest first': graphql('{ auditRecords(first: 20) { nodes { recordedAt } } }'),
  'audit records, of one object': graphql(
    '{ auditRecords(first: 20, filter: { targetId: "ws-Grown00000000042" }) { nodes { recordedAt } } }',
  ),
  'issue a certificate': post('/v1/pki/issue/ec', { common_name: 'new.example.com' }),
};
