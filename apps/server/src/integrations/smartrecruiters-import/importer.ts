import { z } from 'zod';
import type { AtsImporter, ImportedPerson } from '#modules/connections/import-port.ts';
import { CredentialsRefused } from '#modules/connections/ats-port.ts';
import type { Clock } from '#platform/clock.ts';
import type { Answer, Caller } from '#platform/fetch/api-caller.ts';
import { downloadFile } from '#platform/fetch/download-file.ts';
import { readableRows } from '#platform/fetch/readable-rows.ts';
import { createServiceApi, type Pace, ServiceError } from '#platform/fetch/service-api.ts';

interface ImporterOptions {
  clock: Clock;
  caller: Caller;
  baseUrl: string;
}

const words = z.string().nullish();
const candidate = z.object({
  id: z.string(),
  firstName: words,
  lastName: words,
  email: words,
  phoneNumber: words,
  location: z.object({ city: words, country: words, countryCode: words }).nullish(),
  web: z.record(z.string(), z.unknown()).nullish(),
});
type Candidate = z.output<typeof candidate>;
const list = z.object({ totalFound: z.number().optional(), nextPageId: words, content: readableRows(candidate) });
const attachments = z.object({ content: z.array(z.object({ id: z.string(), name: words, type: words })) });

const company = z.object({ identifier: words, name: words });

const failure = z.object({ message: z.string() });
const reasonOf = (body: unknown) => failure.safeParse(body).data?.message;

/** The limit is per second, and its headers have no time. */
const limitEnds = (headers: Answer['headers'], now: Date) => (headers['x-ratelimit-remaining'] === '0' ? now.getTime() + 1000 : undefined);

/** The limit is 10 requests a second: a page and the files of its people are fewer. */
const perPage = 8;

const linksOf = ({ web }: Candidate) => Object.values(web ?? {}).filter((value) => typeof value === 'string');

const profileOf = (row: Candidate) => ({
  first_name: row.firstName ?? '',
  last_name: row.lastName ?? '',
  locations:
    row.location?.city || row.location?.country ? [{ city: row.location.city ?? null, country: row.location.country ?? null }] : [],
  contacts: [
    ...(row.email ? [{ type: 'email' as const, value: row.email }] : []),
    ...(row.phoneNumber ? [{ type: 'phone' as const, value: row.phoneNumber }] : []),
    ...linksOf(row).map((value) => ({ type: 'link' as const, value })),
  ],
});

export function createSmartRecruitersImporter({ clock, caller, baseUrl }: ImporterOptions): AtsImporter {
  const paces = new Map<string, Pace>();
  const service = 'SmartRecruiters';

  function open(key: string, apiKey: string) {
    const pace = paces.get(key) ?? { quietUntil: 0 };
    paces.set(key, pace);
    const headers = { 'x-smarttoken': apiKey };
    const api = createServiceApi({ clock, pace, reasonOf, limitEnds, send: (call) => caller.call({ ...call, headers }) });
    const read = async <Schema extends z.ZodType>(schema: Schema, path: string) =>
      (await api.json(schema, { method: 'GET', url: `${baseUrl}${path}` })).data;
    return {
      read,
      async resumeOf(id: string) {
        const path = `/candidates/${encodeURIComponent(id)}/attachments`;
        const { content } = await read(attachments, path);
        const found = content.find(({ type }) => type?.toUpperCase() === 'RESUME');
        const bytes = found && (await downloadFile(caller, `${baseUrl}${path}/${encodeURIComponent(found.id)}`, headers));
        return bytes && { name: found?.name ?? 'resume', bytes };
      },
    };
  }

  return {
    async accept({ api_key: apiKey }) {
      if (apiKey === '') throw new CredentialsRefused('api_key', 'field_required');
      const { read } = open('check', apiKey);
      const asField = (scope: string) => (error: unknown) => {
        if (!(error instanceof ServiceError)) throw error;
        if (error.kind === 'denied') throw new CredentialsRefused('api_key', 'ats_credentials', { service });
        if (error.kind === 'rights') throw new CredentialsRefused('api_key', 'ats_scope_missing', { service, scope });
        throw error;
      };
      await read(list, '/candidates?limit=1').catch(asField('candidates_read'));
      // The account of sending too, so that imported people are not sent a second time.
      const { identifier, name } = await read(company, '/configuration/company').catch(asField('configuration_read'));
      return { secret: { apiKey }, settings: {}, account: { id: `company ${identifier ?? name ?? ''}`, name: name ?? service } };
    },
    async page({ id, secret }, cursor) {
      const { read, resumeOf } = open(`connection ${id}`, secret.apiKey ?? '');
      const query = new URLSearchParams({ limit: String(perPage), ...(cursor === null ? {} : { pageId: cursor }) });
      const { content, nextPageId, totalFound: total } = await read(list, `/candidates?${query.toString()}`);
      const people: ImportedPerson[] = [];
      for (const row of content.rows)
        people.push({
          id: row.id,
          name: [row.firstName, row.lastName].filter(Boolean).join(' ') || row.id,
          url: null,
          profile: profileOf(row),
          resume: await resumeOf(row.id),
        });
      const isEmpty = content.rows.length + content.unreadable.length === 0;
      return { people, unreadable: content.unreadable, next: isEmpty ? null : nextPageId || null, total };
    },
  };
}
