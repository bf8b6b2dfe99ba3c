/** Operations of graphql/client; written by codegen. */
import type { QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const AuditRecords: QueryDocument<Types.AuditRecordsQuery, Types.AuditRecordsQueryVariables> = {
  kind: "query",
  name: "AuditRecords",
  hash: "f1c5979cdf2b98c9f9c56c34a2eb647b01021ad63b3585c2b58cee1e61de9b67",
  text: "query AuditRecords($filter:AuditRecordFilter$first:Int$after:String){auditRecords(filter:$filter first:$first after:$after){nodes{action actorId actorKind actorName at details hash number organizationId outcome position problem remoteAddress requestId targetId targetName targetType tokenId}pageInfo{...PageFields}}}fragment PageFields on PageInfo{hasNextPage endCursor}",
};