/** Operations of graphql/client; written by codegen. */
import type { QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const AuditRecords: QueryDocument<Types.AuditRecordsQuery, Types.AuditRecordsQueryVariables> = {
  kind: "query",
  name: "AuditRecords",
  hash: "e25165f77e26b0dc2acc4a2fd5ccf7e795cb70e66046fdf9c6c4636d0da64101",
  text: "query AuditRecords($filter:AuditRecordFilter$first:Int$after:String){auditRecords(filter:$filter first:$first after:$after){nodes{...AuditRecordFields}pageInfo{...PageFields}}}fragment AuditRecordFields on AuditRecord{action actorId actorKind actorName details hash number organizationId outcome position problem recordedAt remoteAddress requestId targetId targetName targetType tokenId}fragment PageFields on PageInfo{hasNextPage endCursor}",
};