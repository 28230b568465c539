import { z } from 'zod';
import { route } from './route.ts';
import { id } from './validation.ts';

/** AIS-012: at most 20, by count. `filters`: address filters that select these people. */
const counts = z.array(z.object({ name: z.string(), count: z.number().int(), filters: z.string() })).max(20);

export const marketInsights = {
  find: route({
    method: 'POST',
    path: '/api/v6/market_insights/',
    summary: 'Where the people of a search are, where they work and what they can do, in numbers',
    access: 'search',
    example: { query: '["skill:Python"]', filters: '', folder_id: '{vacancy}' },
  })
    .input(z.object({ query: z.string().default(''), filters: z.string().default(''), folder_id: id.nullish() }))
    .output(
      z.object({
        insights: z.object({
          location: counts,
          company: counts,
          position: counts,
          skill: counts,
          seniority: counts,
          /** Names are years: `0–1`, `1–2` ... `15+`. */
          experience: counts,
        }),
        total: z.number().int(),
        folder_id: z.number().nullable(),
        folder_name: z.string().nullable(),
      }),
    ),
};
export type MarketInsights = z.infer<(typeof marketInsights.find)['~orpc']['outputSchema']>;
