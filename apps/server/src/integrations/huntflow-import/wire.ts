import { z } from 'zod';
import { readableRows } from '#platform/fetch/readable-rows.ts';

const words = z.string().nullish();
const id = z.number().int().transform(String);

const failure = z.object({ errors: z.array(z.object({ type: words, title: words, detail: z.unknown() })) });

export function reasonOf(body: unknown): string | undefined {
  const { errors = [] } = failure.safeParse(body).data ?? {};
  const texts = errors.map(({ title, detail, type }) => (typeof detail === 'string' ? detail : (title ?? type ?? '')));
  return texts.filter(Boolean).join(' ') || undefined;
}

export const accounts = z.object({ items: z.array(z.object({ id, name: words })) });

export const applicant = z.object({
  id,
  first_name: words,
  last_name: words,
  middle_name: words,
  phone: words,
  email: words,
  skype: words,
  position: words,
  company: words,
  birthday: words,
  external: z.array(z.object({ id })).nullish(),
});
export type Applicant = z.output<typeof applicant>;

export const applicants = z.object({
  page: z.number(),
  total: z.number(),
  total_items: z.number().nullish(),
  items: readableRows(applicant),
});

export const external = z.object({
  files: z.array(z.object({ name: words, url: z.string() })).nullish(),
  resume: z
    .object({
      skill_set: z.array(z.string()).nullish(),
      experience: z
        .array(
          z.object({
            position: words,
            company: words,
            description: words,
            date_from: z.object({ year: z.number().nullish(), month: z.number().nullish() }).nullish(),
            date_to: z.object({ year: z.number().nullish(), month: z.number().nullish() }).nullish(),
          }),
        )
        .nullish(),
      source_url: words,
    })
    .nullish(),
});
export type External = z.output<typeof external>;
