import { workspaceTable } from '../../platform/database/generated/tables.js';
import { madeOfRows } from '../../platform/database/made-of-rows.js';

export const workspaceColumns = workspaceTable.selection('w');

export const workspacesOf = madeOfRows(workspaceTable.read);
