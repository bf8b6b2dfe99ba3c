/** The argument of a list that is narrowed: `filter`, of an input named after what is listed, as `WorkspaceFilter`. In it `search` is a part of the name, in any case. */
export const filterArgument = { nullable: true, description: 'Which items to list. Defaults to all.' } as const;
