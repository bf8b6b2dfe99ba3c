/** Everything that is open, closed in reverse order. */
export class Opened {
  private readonly parts: { close(): unknown }[] = [];

  add<Part extends { close(): unknown }>(part: Part): Part {
    this.parts.push(part);
    return part;
  }

  /** @throws the first failure, after everything was closed: a failure does not stop the others */
  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (let part = this.parts.pop(); part; part = this.parts.pop()) {
      try {
        await part.close();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}
