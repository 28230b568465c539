import { z } from 'zod';

const words = z.string().nullish();

export const company = z.object({ identifier: words, name: words });
export const job = z.object({
  id: z.string(),
  title: z.string(),
  status: words,
  department: z.object({ label: words }).nullish(),
  location: z.object({ city: words, country: words, remote: z.boolean().nullish() }).nullish(),
});
export type Job = z.output<typeof job>;

const assignment = z.object({ job: z.object({ id: z.string(), title: words }).nullish(), status: words, subStatus: words });
export type Assignment = z.output<typeof assignment>;

export const candidate = z.object({
  id: z.string(),
  firstName: words,
  lastName: words,
  email: words,
  primaryAssignment: assignment.nullish(),
  secondaryAssignments: z.array(assignment).nullish(),
});
export type Candidate = z.output<typeof candidate>;

export const attachment = z.object({ name: words });
export const message = z.object({ content: words });
export const subscription = z.object({ id: z.string() });
export const anything = z.unknown();

/** `{"message", "errors": [{"code", "message"}]}` */
const failure = z.object({
  message: z.string().optional(),
  errors: z.array(z.object({ code: words, message: words })).optional(),
});

export function reasonOf(body: unknown): string | undefined {
  const { message: whole, errors = [] } = failure.safeParse(body).data ?? {};
  const texts = errors.map((error) => error.message ?? error.code).filter((text) => text !== null && text !== undefined);
  return texts.join(' ') || whole;
}

const event = z.object({ candidate_id: words, candidateId: words });

/** A delivery names its candidate in the body or in the link to the resource. */
export function personIdsOf(body: Buffer, link: string | undefined): string[] {
  const { candidate_id: one, candidateId: other } = event.safeParse(JSON.parse(body.toString() || '{}')).data ?? {};
  const id = one ?? other ?? /\/candidates\/([\w-]+)/.exec(link ?? '')?.[1];
  return id ? [id] : [];
}
