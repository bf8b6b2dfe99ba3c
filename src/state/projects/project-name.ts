/**
 * The rules for names of projects: 3 to 40 letters, digits, inner spaces, `-` and `_`, as in Terraform Enterprise.
 * @returns what is wrong with the name, or `null`
 */
export function projectNameFault(name: string): string | null {
  if (name.trim() === '') return "Name can't be blank";
  if (name.length < 3) return 'Name is too short (minimum is 3 characters)';
  if (name.length > 40) return 'Name is too long (maximum is 40 characters)';
  if (name !== name.trim()) return 'Name must not start or end with a space';
  if (!/^[\p{L}\p{N} _-]+$/u.test(name)) {
    return 'Name may only contain letters, numbers, inner spaces, dashes and underscores';
  }
  return null;
}
