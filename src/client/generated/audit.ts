/** Operations of graphql/client; written by codegen. */
import type { QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const AuditRecords: QueryDocument<Types.AuditRecordsQuery, Types.AuditRecordsQueryVariables> = {
  kind: "query",
  name: "AuditRecords",
  hash: "0120b4f66a38142d1f09ba35dddee6941a80b7a1f8b82f6c0c61d77638c15123",
  text: "query AuditRecords($filter:AuditRecordFilter$first:Int$after:String){auditRecords(filter:$filter first:$first after:$after){nodes{action actorId actorKind actorName details hash number organizationId outcome position problem recordedAt remoteAddress requestId targetId targetName targetType tokenId}pageInfo{...PageFields}}}fragment PageFields on PageInfo{hasNextPage endCursor}",
};