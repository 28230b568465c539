import { z } from 'zod';

/** Ids are numbers on the wire and text in this installation. */
const id = z.number().int().transform(String);
const words = z.string().nullish();

/** Values of a contact; empty ones are left out. */
const values = z
  .array(z.object({ value: words, type: words }))
  .nullish()
  .transform((list) => list?.flatMap(({ value, type }) => (value ? [{ value, type }] : [])));

/** Harvest v3 */
export const job = z.object({
  id,
  name: z.string(),
  status: z.string(),
  department: z.object({ name: z.string() }).nullish(),
  offices: z.array(z.object({ name: z.string() })).nullish(),
  url: words,
});

export const candidate = z.object({
  id,
  first_name: words,
  last_name: words,
  company: words,
  title: words,
  email_addresses: values,
  phone_numbers: values,
  website_addresses: values,
});
export type Candidate = z.output<typeof candidate>;

export const application = z.object({
  id,
  candidate_id: id,
  job_id: id.nullish(),
  job_interview_stage_id: id.nullish(),
  status: z.string(),
});
export type Application = z.output<typeof application>;

export const created = z.object({ candidate, application: application.nullish() });
export const stage = z.object({ id, name: z.string() });
export const user = z.object({
  id,
  name: words,
  primary_email: words,
  emails: z.array(z.string()).nullish(),
  deactivated: z.boolean().nullish(),
});
export const note = z.object({ body: words });
export const attachment = z.object({ filename: words, candidate_id: id.nullish(), url: words });
export const reason = z.object({ id });
export const anything = z.unknown();

/** `{"errors": ["…"]}`, `{"errors": [{"message", "field"}]}` or `{"message": "…"}` */
const failure = z.object({
  message: z.string().optional(),
  errors: z.array(z.union([z.string(), z.object({ message: z.string(), field: z.string().nullish() })])).optional(),
});

export function reasonOf(body: unknown): string | undefined {
  const { message, errors = [] } = failure.safeParse(body).data ?? {};
  const texts = errors.map((error) =>
    typeof error === 'string' ? error : [error.field, error.message].filter((text) => text !== null && text !== undefined).join(': '),
  );
  return texts.join(' ') || message;
}

/** Candidate Ingestion */
export const ingestedUser = z.object({ id, full_name: words, email: words });
export const ingestedJob = z.object({ id, name: z.string(), status: words });
export const ingestedCandidate = z.object({
  id,
  name: z.string(),
  applications: z
    .array(
      z.object({
        id,
        job: z.union([z.string(), z.object({ id, name: z.string() })]).nullish(),
        status: words,
        stage: z.union([z.string(), z.object({ name: z.string() })]).nullish(),
        profile_url: words,
      }),
    )
    .nullish(),
});
export const ingested = z.object({ id, application_id: id.nullish(), profile_url: words });

/** Webhooks name the person in one of these places, by event. */
const personPlaces = z.object({
  payload: z
    .object({
      person_id: id.nullish(),
      candidate_id: id.nullish(),
      candidate: z.object({ id }).nullish(),
      application: z.object({ candidate_id: id.nullish(), candidate: z.object({ id }).nullish() }).nullish(),
    })
    .nullish(),
});

export function personIdsOf(event: unknown): string[] {
  const { payload } = personPlaces.safeParse(event).data ?? {};
  const ids = [
    payload?.person_id,
    payload?.candidate_id,
    payload?.candidate?.id,
    payload?.application?.candidate_id,
    payload?.application?.candidate?.id,
  ];
  return [...new Set(ids.filter((each) => each !== null && each !== undefined))];
}
