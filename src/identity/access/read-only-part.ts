/** Why a part of a custom access cannot be set beside a level that defines it; in the words of Terraform Enterprise, which clients look for. */
export function readOnlyWith(level: string, part: string): string {
  const words = part.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const subject = words.charAt(0).toUpperCase() + words.slice(1);
  return `${subject} is read-only when access level is '${level}'; use the 'custom' access level to set this attribute.`;
}
