export const longestName = 90;

/**
 * The rules for names of workspaces: letters, digits, `-` and `_`, at most 90 characters.
 * @returns what is wrong with the name, or `null`
 */
export function nameFault(name: string): string | null {
  if (name === '') return "Name can't be blank";
  if (name.length > longestName) return `Name is too long (maximum is ${longestName} characters)`;
  if (!/^[A-Za-z0-9_-]+$/.test(name)) {
    return 'Name is invalid: it may only include letters, numbers, dashes and underscores';
  }
  return null;
}
