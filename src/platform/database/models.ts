/** The rows and query types that the schema gives, for stores. Types only: the client itself comes from `openDatabase`. */
export type {
  AuditRecord as AuditRecordRow,
  ConfigurationVersion as ConfigurationVersionRow,
  Organization as OrganizationRow,
  Prisma,
  Project as ProjectRow,
  Run as RunRow,
  StateVersion as StateVersionRow,
  StateVersionOutput as StateVersionOutputRow,
  Tag as TagRow,
  TagBinding as TagBindingRow,
  Team as TeamRow,
  TeamProjectAccess as TeamProjectAccessRow,
  TeamWorkspaceAccess as TeamWorkspaceAccessRow,
  Token as TokenRow,
  User as UserRow,
  Workspace as WorkspaceRow,
} from './generated/sqlite/client.js';
