import { z } from 'zod';

const words = z.string().nullish();

export const user = z.object({
  id: z.string(),
  name: words,
  email: words,
  createdAt: z.number().nullish(),
  deactivatedAt: z.number().nullish(),
});
export const posting = z.object({
  id: z.string(),
  text: z.string(),
  state: z.string(),
  categories: z.object({ location: words, department: words, team: words }).nullish(),
  urls: z.object({ show: words }).nullish(),
});
export const stage = z.object({ id: z.string(), text: z.string() });
export const archiveReason = z.object({ id: z.string(), status: words });

/** With `expand=applications&expand=stage`. A new opportunity has ids instead. */
export const opportunity = z.object({
  id: z.string(),
  name: words,
  contact: z.string(),
  emails: z.array(z.string()).nullish(),
  stage: z.union([stage, z.string()]).nullish(),
  archivedAt: z.number().nullish(),
  archived: z.object({ archivedAt: z.number().nullish() }).nullish(),
  applications: z.array(z.union([z.object({ posting: words }), z.string()])).nullish(),
  urls: z.object({ show: words }).nullish(),
  createdAt: z.number(),
});
export type Opportunity = z.output<typeof opportunity>;

export const contact = z.object({ id: z.string(), name: words });
export const note = z.object({ fields: z.array(z.object({ value: z.unknown() })).nullish() });
export const file = z.object({ name: words });
const createdWebhook = z.object({ id: z.string(), configuration: z.object({ signatureToken: words }).nullish() });
/** The reference nests the object twice. */
export const webhook = z.union([z.object({ data: createdWebhook }).transform(({ data }) => data), createdWebhook]);
export const anything = z.unknown();

const failure = z.object({ code: z.string().optional(), message: z.string().optional() });
export function reasonOf(body: unknown): string | undefined {
  const { code, message } = failure.safeParse(body).data ?? {};
  return message ?? code;
}

/** Test requests have no contact. */
export const event = z.object({
  token: z.string(),
  triggeredAt: z.number(),
  signature: words,
  data: z.object({ contactId: words }).nullish(),
});
