/**
 * Imported by what declares GraphQL types of its own. type-graphql keeps them for the whole process, so whatever file comes
 * next in a shared one would find them in its schema. @throws in a process that test files share
 */
if (process.env['PROCESS_OF_ITS_OWN'] !== 'yes')
  throw new Error('This declares GraphQL types: what imports it belongs to `apart` in vitest.config.ts.');

export {};
