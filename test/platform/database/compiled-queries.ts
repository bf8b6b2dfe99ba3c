/**
 * A query is compiled once for all clients of a process. Each world has a client of its own, and to compile the same queries for each of them takes a tenth of
 * what tests with a database take. A plan depends on the schema and the request alone; clients keep it as it is.
 */
import { QueryCompiler as PostgresqlCompiler } from '@prisma/client/runtime/query_compiler_fast_bg.postgresql.mjs';
import { QueryCompiler as SqliteCompiler } from '@prisma/client/runtime/query_compiler_fast_bg.sqlite.mjs';

for (const { prototype } of [SqliteCompiler, PostgresqlCompiler]) {
  const { compile } = prototype;
  const plans = new Map<string, object>();
  prototype.compile = function compileOnce(request) {
    const known = plans.get(request);
    if (known !== undefined) return known;
    const plan = compile.call(this, request);
    plans.set(request, plan);
    return plan;
  };
}
