import { z } from 'zod';
import { overEventStream } from '../e2e/harness/subscriber.js';
import type { Fleet } from './fleet.js';
import type { Ledger } from './ledger.js';
import { pause } from './random.js';

const eventId = z.looseObject({ eventId: z.string() });
export type StreamedEvent = z.infer<typeof eventId>;

/** Follows a subscription over whatever happens to the servers, each time after the last event that it has. */
export class Stream {
  readonly events: StreamedEvent[] = [];
  readonly #ids = new Set<string>();
  #last: string | undefined;
  #going = true;
  #turn = 0;
  readonly ended: Promise<void>;

  /** @param query a subscription with the variable `$after`, whose one field is `event` */
  constructor(
    private readonly around: { readonly fleet: Fleet; readonly ledger: Ledger },
    private readonly query: string,
    after?: string,
  ) {
    this.#last = after;
    this.ended = this.#follow();
  }

  get last(): string | undefined {
    return this.#last;
  }

  async stop(): Promise<void> {
    this.#going = false;
    await this.ended;
  }

  async #follow(): Promise<void> {
    const { fleet } = this.around;
    while (this.#going) {
      const node = fleet.nodes[(this.#turn += 1) % fleet.nodes.length];
      if (!node) return;
      const subscriber = overEventStream({ base: node.http, token: fleet.token });
      const { heard } = subscriber.subscribe(this.query, { after: this.#last });
      let taken = 0;
      while (this.#goes() && heard.ended === null && heard.errors.length === 0) {
        for (const data of heard.events.slice(taken)) this.#take(eventId.parse(data['event']));
        taken = heard.events.length;
        await pause(20);
      }
      for (const data of heard.events.slice(taken)) this.#take(eventId.parse(data['event']));
      if (JSON.stringify([heard.errors, heard.ended]).includes('EVENT_GONE')) {
        this.around.ledger.violation(`events after ${String(this.#last)} are gone`);
      }
      subscriber.close();
      if (this.#goes()) await pause(100);
    }
  }

  #goes(): boolean {
    return this.#going;
  }

  #take(event: StreamedEvent): void {
    if (this.#ids.has(event.eventId)) this.around.ledger.violation(`event ${event.eventId} came twice`);
    this.#ids.add(event.eventId);
    this.#last = event.eventId;
    this.events.push(event);
  }
}
