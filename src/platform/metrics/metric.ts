import { z } from 'zod';

/** One metric as prom-client hands it out as JSON: what is read of it here, and what prom-client needs to take several together. */
export const metric = z.looseObject({
  name: z.string(),
  type: z.string(),
  values: z.array(z.looseObject({ labels: z.record(z.string(), z.unknown()) })),
});

export type Metric = z.output<typeof metric>;
