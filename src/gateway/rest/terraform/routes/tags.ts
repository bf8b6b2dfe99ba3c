import { listOf, readIds, record, required } from '../../fields.js';
import { pageDocument } from '../json-api.js';
import { del, get, patch, post } from '../route.js';
import type { RestRequest, Route } from '../route.js';
import { found } from '../../found.js';
import { effectiveTagResources, flatTagResource, tagBindingResource, tagResource } from './tag.document.js';
import { tagOf, tagRefOf } from './tag-fields.js';
import { unpaged } from './unpaged.js';
import { wholeEffectiveTags } from './whole-tags.js';
import {
  AddTagToWorkspaces,
  AddWorkspaceTags,
  BindProjectTags,
  BindWorkspaceTags,
  DeleteTags,
  ListEffectiveTagBindings,
  ListProjectTagBindings,
  ListTags,
  ListWorkspaceTags,
  RemoveWorkspaceTags,
} from '../generated/operations.js';
import type { ListEffectiveTagBindingsQuery, TagBindingFieldsFragment } from '../generated/operations.js';

const items = { items: required(listOf(record), 'data') };

const workspaceOf = ({ params }: RestRequest<'workspace_id'>) => ({ id: params.workspace_id });
const projectOf = ({ params }: RestRequest<'project_id'>) => ({ id: params.project_id });
const gone = () => null;
interface Bound {
  readonly tagBindings: { readonly nodes: readonly TagBindingFieldsFragment[] };
}
/** A page has space for all tags of an object. */
const bindings = ({ tagBindings: { nodes } }: Bound) => ({
  data: nodes.map(tagBindingResource),
});
const pointers = { tags: '/data' };

const flat = (request: RestRequest<'workspace_id'>) => ({
  input: {
    workspace: { id: request.params.workspace_id },
    tags: request.fields(items).items.map(tagRefOf),
  },
});
type Mode = 'ADD' | 'REPLACE';
const bound = (mode: Mode) => (request: RestRequest<'workspace_id'>) => ({
  input: { workspace: { id: request.params.workspace_id }, tags: request.fields(items).items.map(tagOf), mode },
});
const boundToProject = (mode: Mode) => (request: RestRequest<'project_id'>) => ({
  input: { id: request.params.project_id, tags: request.fields(items).items.map(tagOf), mode },
});

/** A relationship, as JSON:API has it: PATCH replaces it, POST adds to it, and neither is answered with a document. */
const related = '/relationships/tag-bindings';
const told = { status: 204, pointers };

export const tagRoutes: readonly Route[] = [
  get(
    '/organizations/:organization/tags',
    ListTags,
    (request) => {
      const search = request.query('q');
      const notOnWorkspaceId = request.query('filter[exclude][taggable][id]');
      return {
        organization: request.params.organization,
        filter: {
          ...(search !== undefined && { search }),
          ...(notOnWorkspaceId !== undefined && { notOnWorkspaceId }),
        },
        ...request.page,
      };
    },
    ({ tagPage }, request) => {
      const { items: tags, pagination } = found(tagPage);
      const organization = request.params.organization;
      return pageDocument(
        tags.map((tag) => tagResource(tag, organization)),
        pagination,
        request,
      );
    },
  ),
  del(
    '/organizations/:organization/tags',
    DeleteTags,
    (request) => ({
      input: {
        organization: request.params.organization,
        ids: readIds(request.fields(items).items, 'data'),
      },
    }),
    gone,
  ),
  get('/workspaces/:workspace_id/relationships/tags', ListWorkspaceTags, workspaceOf, ({ workspace }, request) =>
    unpaged(found(workspace).tagBindings.nodes.map(flatTagResource), request),
  ),
  post('/workspaces/:workspace_id/relationships/tags', AddWorkspaceTags, flat, gone, { status: 204, pointers }),
  del('/workspaces/:workspace_id/relationships/tags', RemoveWorkspaceTags, flat, gone, { pointers }),
  ...['/tag-bindings', related].map((path) =>
    get(`/workspaces/:workspace_id${path}`, ListWorkspaceTags, workspaceOf, ({ workspace }) =>
      bindings(found(workspace)),
    ),
  ),
  patch(
    '/workspaces/:workspace_id/tag-bindings',
    BindWorkspaceTags,
    bound('ADD'),
    ({ payload }) => bindings(found(payload.workspace)),
    { pointers },
  ),
  post(`/workspaces/:workspace_id${related}`, BindWorkspaceTags, bound('ADD'), gone, told),
  patch(`/workspaces/:workspace_id${related}`, BindWorkspaceTags, bound('REPLACE'), gone, told),
  get(
    '/workspaces/:workspace_id/effective-tag-bindings',
    ListEffectiveTagBindings,
    workspaceOf,
    ({ workspace }, { params }) => ({
      data: effectiveTagResources(params.workspace_id, found(workspace).effectiveTagBindings.nodes),
    }),
    { whole: [wholeEffectiveTags(({ workspace }: ListEffectiveTagBindingsQuery) => (workspace ? [workspace] : []))] },
  ),
  ...['/tag-bindings', related].map((path) =>
    get(`/projects/:project_id${path}`, ListProjectTagBindings, projectOf, ({ project }) => bindings(found(project))),
  ),
  patch(
    '/projects/:project_id/tag-bindings',
    BindProjectTags,
    boundToProject('ADD'),
    ({ payload }) => bindings(found(payload.project)),
    { pointers },
  ),
  post(`/projects/:project_id${related}`, BindProjectTags, boundToProject('ADD'), gone, told),
  patch(`/projects/:project_id${related}`, BindProjectTags, boundToProject('REPLACE'), gone, told),
  post(
    '/tags/:tag_id/relationships/workspaces',
    AddTagToWorkspaces,
    (request) => ({
      input: { id: request.params.tag_id, workspaceIds: readIds(request.fields(items).items, 'data') },
    }),
    gone,
    { status: 204, pointers: { workspaceIds: '/data' } },
  ),
  get('/projects/:project_id/effective-tag-bindings', ListProjectTagBindings, projectOf, ({ project }, { params }) => ({
    data: effectiveTagResources(
      params.project_id,
      found(project).tagBindings.nodes.map(({ key, value }) => ({ key, value, inheritedFrom: null })),
    ),
  })),
];
