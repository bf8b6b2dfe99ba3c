const epoch = new Date('2026-01-02T03:04:05.678Z');

/** The least that an organization of that name needs. */
export function organization(name: string) {
  return { id: `org-${name}`, name, email: `${name}@example.com`, createdAt: epoch, updatedAt: epoch };
}
