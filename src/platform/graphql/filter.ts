/**
 * The argument `filter` of a list. Its input type has the name of the listed type, such as `WorkspaceFilter`. In it, `search` is a part of the name in any
 * case.
 */
export const filterArgument = { nullable: true, description: 'Which items to list. Defaults to all.' } as const;
