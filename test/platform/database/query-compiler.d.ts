/** What Prisma compiles queries with; its packages describe no types of these files. */
interface QueryCompilerModule {
  readonly QueryCompiler: {
    readonly prototype: {
      /** @returns the plan of a request, which is text in JSON */
      compile: (request: string) => object;
    };
  };
}

declare module '@prisma/client/runtime/query_compiler_fast_bg.postgresql.mjs' {
  export const QueryCompiler: QueryCompilerModule['QueryCompiler'];
}

declare module '@prisma/client/runtime/query_compiler_fast_bg.sqlite.mjs' {
  export const QueryCompiler: QueryCompilerModule['QueryCompiler'];
}
