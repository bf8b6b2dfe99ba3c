import { useCallback, useEffect, useState } from 'react';
import { TrustateError } from '@trustate/client';
import type { Outcome, SubscriptionOptions } from '@trustate/client';
import type { ProblemList } from './problems.js';

/** What is known of something that is being read. */
export interface Asked<Data> {
  /** Null until it is there. */
  readonly data: Data | null;
  readonly problems: ProblemList;
  /** Reads it again. */
  readonly again: () => void;
}

/** Reads when shown, and again whenever `ask` is another function. */
export function useAsked<Data>(ask: (signal: AbortSignal) => Promise<Outcome<Data>>): Asked<Data> {
  const [state, setState] = useState<Pick<Asked<Data>, 'data' | 'problems'>>({ data: null, problems: [] });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const left = new AbortController();
    ask(left.signal).then(
      (outcome) => {
        setState(outcome.ok ? { data: outcome.data, problems: [] } : { data: null, problems: outcome.problems });
      },
      (error: unknown) => {
        if (!left.signal.aborted) throw error;
      },
    );
    return () => {
      left.abort();
    };
  }, [ask, round]);
  const again = useCallback(() => setRound((count) => count + 1), []);
  return { ...state, again };
}

/**
 * Calls `told` for each event of a subscription while shown, and each time that its connection is there: what happened before is read anew.
 * @returns why nothing more is heard
 */
export function useEvents<Event>(
  subscribe: (options: SubscriptionOptions) => AsyncIterable<Event>,
  told: (event?: Event) => void,
): ProblemList {
  const [problems, setProblems] = useState<ProblemList>([]);
  useEffect(() => {
    const left = new AbortController();
    const onConnection = (state: 'open' | 'lost') => {
      if (state === 'open') told();
    };
    async function follow(): Promise<void> {
      try {
        for await (const event of subscribe({ signal: left.signal, onConnection })) told(event);
      } catch (error) {
        if (!(error instanceof TrustateError)) throw error;
        // What is no longer kept is not needed: all is read anew.
        if (error.has('EVENT_GONE')) await follow();
        else setProblems(error.problems);
      }
    }
    void follow();
    return () => {
      left.abort();
    };
  }, [subscribe, told]);
  return problems;
}

/** The first so many of a list, as an outcome. */
export async function collected<Item>(items: AsyncIterable<Item>, most: number): Promise<Outcome<readonly Item[]>> {
  const found: Item[] = [];
  try {
    for await (const item of items) {
      found.push(item);
      if (found.length === most) break;
    }
  } catch (error) {
    if (error instanceof TrustateError) return { ok: false, problems: error.problems, cost: null };
    throw error;
  }
  return { ok: true, data: found, cost: null };
}
