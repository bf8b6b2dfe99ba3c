import type { Provider } from '../database/engine.js';
import type { StatementListener } from '../database/statements.js';
import { endSpan, SpanKind, startSpan } from './spans.js';

/** OpenTelemetry's semantic conventions set no limit, but the beginning of a list of a thousand parameters is enough. */
const longestText = 4_000;

/** A span for each statement of work that has one. Its text is the text in the code, with placeholders: it never contains values. */
export function statementSpans(provider: Provider): StatementListener {
  return ({ sql, startedAt, durationMs, failed, work }) => {
    if (!work?.span) return;
    const { operation, name } = summary(sql);
    const attributes = {
      'db.system.name': provider,
      'db.operation.name': operation,
      'db.query.text': sql.length <= longestText ? sql : `${sql.slice(0, longestText)}…`,
    };
    const span = startSpan(name, { kind: SpanKind.CLIENT, attributes, parent: work.span, startedAt });
    endSpan(span, { endedAt: startedAt + durationMs, ...(failed && { failed: 'statement' }) });
  };
}

/** `SELECT Workspace` of `SELECT … FROM "public"."Workspace" …` */
function summary(sql: string): { operation: string; name: string } {
  const operation = /^\s*([a-z]+)/i.exec(sql)?.[1]?.toUpperCase() ?? 'SQL';
  const [, table] = /\b(?:FROM|INTO|UPDATE)\s+(?:[`"]\w+[`"]\.)?[`"](\w+)[`"]/i.exec(sql) ?? [];
  return { operation, name: table === undefined ? operation : `${operation} ${table}` };
}
