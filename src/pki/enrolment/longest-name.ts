/** Characters of what a configuration calls something by: a role, an accessor. Other texts are cut there before they are repeated. */
export const longestName = 255;
