import { found } from '../../found.js';
import { optional, required, text, truth } from '../../fields.js';
import { pageDocument, resourceDocument, selfPath } from '../json-api.js';
import type { Resource } from '../json-api.js';
import { del, get, patch, post } from '../route.js';
import type { Route } from '../route.js';
import {
  CreateReservedTagKey,
  DeleteReservedTagKey,
  ListReservedTagKeys,
  ReadReservedTagKey,
  UpdateReservedTagKey,
} from '../generated/operations.js';
import type { ReservedTagKeyFieldsFragment } from '../generated/operations.js';

const attribute = 'data.attributes';
const newFields = {
  key: required(text, `${attribute}.key`),
  disableOverrides: optional(truth, `${attribute}.disable-overrides`),
};
const changeFields = {
  key: optional(text, `${attribute}.key`),
  disableOverrides: optional(truth, `${attribute}.disable-overrides`),
};

/** Times have their documented names, and those that go-tfe reads. */
function reservedTagKeyResource(reserved: ReservedTagKeyFieldsFragment): Resource {
  const { id, key, disableOverrides, createdAt, updatedAt, organization } = reserved;
  return {
    id,
    type: 'reserved-tag-keys',
    attributes: {
      key,
      'disable-overrides': disableOverrides,
      'created-at': createdAt,
      'updated-at': updatedAt,
      created_at: createdAt,
      updated_at: updatedAt,
    },
    ...(organization && {
      relationships: { organization: { data: { id: organization.name, type: 'organizations' } } },
    }),
    links: { self: selfPath('reserved-tag-keys', id) },
  };
}

const one = (reserved: ReservedTagKeyFieldsFragment | null) =>
  resourceDocument(reservedTagKeyResource(found(reserved)));

export const reservedTagKeyRoutes: readonly Route[] = [
  get(
    '/organizations/:organization/reserved-tag-keys',
    ListReservedTagKeys,
    (request) => ({ organization: request.params.organization, ...request.page }),
    ({ page }, request) => {
      const { items, pagination } = found(page);
      return pageDocument(items.map(reservedTagKeyResource), pagination, request);
    },
  ),
  post(
    '/organizations/:organization/reserved-tag-keys',
    CreateReservedTagKey,
    (request) => ({ input: { organization: request.params.organization, ...request.fields(newFields) } }),
    ({ payload }) => one(payload.reservedTagKey),
    { status: 201 },
  ),
  get(
    '/reserved-tag-keys/:reserved_tag_key_id',
    ReadReservedTagKey,
    ({ params }) => ({ id: params.reserved_tag_key_id }),
    ({ reservedTagKey }) => one(reservedTagKey),
  ),
  patch(
    '/reserved-tag-keys/:reserved_tag_key_id',
    UpdateReservedTagKey,
    (request) => ({ input: { id: request.params.reserved_tag_key_id, ...request.fields(changeFields) } }),
    ({ payload }) => one(payload.reservedTagKey),
  ),
  del(
    '/reserved-tag-keys/:reserved_tag_key_id',
    DeleteReservedTagKey,
    ({ params }) => ({ input: { id: params.reserved_tag_key_id } }),
    () => null,
    { status: 204 },
  ),
];
