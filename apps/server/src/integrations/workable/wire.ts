import { z } from 'zod';

const words = z.string().nullish();

export const job = z.object({
  id: z.string(),
  title: z.string(),
  shortcode: z.string(),
  state: words,
  department: words,
  url: words,
  location: z.object({ location_str: words, city: words, country: words }).nullish(),
});
export type Job = z.output<typeof job>;

export const candidate = z.object({
  id: z.string(),
  name: words,
  email: words,
  /** Absent in the talent pool. */
  job: z.object({ shortcode: z.string(), title: words }).nullish(),
  stage: words,
  disqualified: z.boolean().nullish(),
  hired_at: words,
  profile_url: words,
  created_at: words,
});
export type Candidate = z.output<typeof candidate>;

export const oneCandidate = z.object({ candidate });

/** The new candidate, by its id or its address. */
export const copied = z
  .object({ candidate: z.object({ id: words, url: words }) })
  .transform(({ candidate: { id, url } }) => id ?? /\/candidates\/(\w+)/.exec(url ?? '')?.[1])
  .pipe(z.string());

export const member = z.object({ id: z.string(), name: words, email: words });
export const activity = z.object({ id: z.string(), action: words, body: words });
export const subscription = z.object({ id: z.union([z.string(), z.number()]).transform(String), target: words });
export const anything = z.unknown();

/** `{"error"}`, or `{"error", "validation_errors": {field: [reason]}}` */
const failure = z.object({ error: words, validation_errors: z.record(z.string(), z.array(z.string())).nullish() });

export function reasonOf(body: unknown): string | undefined {
  const { error, validation_errors: fields } = failure.safeParse(body).data ?? {};
  const details = Object.entries(fields ?? {}).map(([field, reasons]) => `${field} ${reasons.join(', ')}`);
  return [error, ...details].filter(Boolean).join(': ') || undefined;
}

export const event = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  data: z.object({ id: z.string(), email: words }),
});
