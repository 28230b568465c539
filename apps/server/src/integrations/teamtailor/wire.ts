import { z } from 'zod';

const reference = z.object({ type: z.string(), id: z.string() });
const related = z.object({ data: z.union([reference, z.array(reference)]).nullish() });

/** JSON:API */
const resource = z.object({
  type: z.string(),
  id: z.string(),
  attributes: z.record(z.string(), z.unknown()).default({}),
  relationships: z.record(z.string(), related).default({}),
  links: z.record(z.string(), z.unknown()).optional(),
});
export type Resource = z.output<typeof resource>;

export const single = z.object({ data: resource, included: z.array(resource).default([]) });
export const page = z.object({
  data: z.array(resource),
  included: z.array(resource).default([]),
  links: z.object({ next: z.string().nullish() }).nullish(),
});

const problem = z.object({ title: z.string().nullish(), detail: z.string().nullish() });
/** Teamtailor also sends `errors` as one object. */
const failure = z.object({ errors: z.union([z.array(problem), problem]) });

export function reasonOf(body: unknown): string | undefined {
  const { data } = failure.safeParse(body);
  const texts = [data?.errors ?? []].flat().map(({ title, detail }) => detail ?? title ?? '');
  return texts.filter(Boolean).join(' ') || undefined;
}

export function textOf({ attributes }: Resource, name: string): string | null {
  const value = attributes[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

export const relatedIds = ({ relationships }: Resource, name: string): string[] =>
  [relationships[name]?.data ?? []].flat().map(({ id }) => id);

/** Webhooks contain a candidate, or an application with the id of its candidate. */
const event = z.object({
  payload: z.object({
    event_name: z.string(),
    data: z.object({
      id: z.union([z.string(), z.number()]).transform(String),
      candidate_id: z.union([z.string(), z.number()]).transform(String).nullish(),
      attributes: z.record(z.string(), z.unknown()).default({}),
    }),
  }),
  signature: z.string(),
});
export type TeamtailorEvent = z.output<typeof event>;
export { event as teamtailorEvent };

export function personIdsOf({ payload: { event_name: name, data } }: TeamtailorEvent): string[] {
  if (name.startsWith('candidate.')) return [data.id];
  const id = data.candidate_id ?? data.attributes['candidate_id'] ?? data.attributes['candidate-id'];
  return typeof id === 'string' || typeof id === 'number' ? [String(id)] : [];
}
