import { pageDocument } from '../json-api.js';
import type { Resource } from '../json-api.js';
import type { RestRequest } from '../route.js';

/** The numbered page of a list that is short enough to be read completely. */
export function unpaged(all: readonly Resource[], request: RestRequest) {
  const { page, pageSize } = request.page;
  const totalPages = Math.max(1, Math.ceil(all.length / pageSize));
  const pagination = {
    currentPage: page,
    pageSize,
    prevPage: page > 1 ? page - 1 : null,
    nextPage: page < totalPages ? page + 1 : null,
    totalPages,
    totalCount: all.length,
  };
  return pageDocument(all.slice((page - 1) * pageSize, page * pageSize), pagination, request);
}
