import { listOf, optional, record, required, text } from '../../fields.js';
import { pageDocument, resourceDocument } from '../json-api.js';
import { del, get, patch, post } from '../row.js';
import type { RestRequest, Row } from '../row.js';
import { commaList, found } from '../../found.js';
import type { PageOf, PayloadOf } from '../../found.js';
import { projectResource } from './project.document.js';
import type { ProjectData } from './project.document.js';
import { tagOf } from './tag-fields.js';
import { isRecord } from '../../../../platform/is-record.js';
import { operation } from '../../operation.js';

type ChangedProject = PayloadOf<'project', ProjectData>;

const ListProjects = operation<{ projectPage: PageOf<ProjectData> | null }, object>('ListProjects');
const ReadProject = operation<{ project: ProjectData | null }, object>('ReadProject');
const CreateProject = operation<ChangedProject, object>('CreateProject');
const UpdateProject = operation<ChangedProject, object>('UpdateProject');
const DeleteProject = operation<PayloadOf<'deletedId', string>, object>('DeleteProject');

const settings = {
  description: optional(text, 'data.attributes.description'),
  autoDestroyDuration: optional(text, 'data.attributes.auto-destroy-activity-duration'),
};
const createFields = { name: required(text, 'data.attributes.name'), ...settings };
const updateFields = { name: optional(text, 'data.attributes.name'), ...settings };
const tagFields = { tags: optional(listOf(record), 'data.relationships.tag-bindings.data') };

function tagsIn(request: RestRequest) {
  const { tags } = isRecord(request.body) ? request.fields(tagFields) : {};
  return tags ? { tags: tags.map(tagOf) } : {};
}

const pointers = {
  tags: '/data/relationships/tag-bindings',
  autoDestroyDuration: '/data/attributes/auto-destroy-activity-duration',
};
const changed = ({ payload }: ChangedProject) => resourceDocument(projectResource(found(payload.project)));

export const projectRows: readonly Row[] = [
  get(
    '/organizations/:organization/projects',
    ListProjects,
    (request) => {
      const names = commaList(request.query('filter[names]'));
      const query = request.query('q');
      return {
        organization: request.params['organization'],
        search: { ...(names && { names }), ...(query !== undefined && { query }) },
        ...request.page,
      };
    },
    ({ projectPage }, request) => {
      const { items, pagination } = found(projectPage);
      return pageDocument(items.map(projectResource), pagination, request);
    },
  ),
  post(
    '/organizations/:organization/projects',
    CreateProject,
    (request) => ({
      input: { organization: request.params['organization'], ...request.fields(createFields), ...tagsIn(request) },
    }),
    changed,
    { status: 201, pointers },
  ),
  get(
    '/projects/:project_id',
    ReadProject,
    ({ params }) => ({ id: params['project_id'] }),
    ({ project }) => resourceDocument(projectResource(found(project))),
  ),
  patch(
    '/projects/:project_id',
    UpdateProject,
    (request) => ({
      input: { projectId: request.params['project_id'], ...request.fields(updateFields), ...tagsIn(request) },
    }),
    changed,
    { pointers },
  ),
  del(
    '/projects/:project_id',
    DeleteProject,
    ({ params }) => ({ input: { projectId: params['project_id'] } }),
    () => null,
  ),
];
