import { z } from 'zod';
import type { Call } from '#platform/fetch/api-caller.ts';
import type { ServiceApi } from '#platform/fetch/service-api.ts';

/** Bounds a list that never ends. */
const maxPages = 500;
const pageSize = 100;

const json = { 'content-type': 'application/json' };

export function smartRecruitersCalls(api: ServiceApi, baseUrl: string) {
  return {
    one: async <Schema extends z.ZodType>(schema: Schema, path: string) =>
      (await api.json(schema, { method: 'GET', url: `${baseUrl}${path}` })).data,
    async list<Schema extends z.ZodType>(schema: Schema, path: string, query: Record<string, string> = {}): Promise<z.output<Schema>[]> {
      const rows: z.output<Schema>[] = [];
      const page = z.object({ content: z.array(schema), totalFound: z.number().nullish(), nextPageId: z.string().nullish() });
      let place: Record<string, string> = { offset: '0' };
      for (let pages = 1; pages <= maxPages; pages += 1) {
        const url = `${baseUrl}${path}?${new URLSearchParams({ ...query, limit: String(pageSize), ...place }).toString()}`;
        // oxlint-disable-next-line no-await-in-loop -- each page names the next
        const { data } = await api.json(page, { method: 'GET', url });
        rows.push(...data.content);
        const isAll = typeof data.totalFound === 'number' ? rows.length >= data.totalFound : !data.nextPageId;
        if (data.content.length === 0 || isAll) break;
        // Some lists have a token for the next page, others a number of rows to skip.
        place = data.nextPageId ? { pageId: data.nextPageId } : { offset: String(rows.length) };
      }
      return rows;
    },
    write: async <Schema extends z.ZodType>(schema: Schema, path: string, body: object) =>
      (await api.json(schema, { method: 'POST', url: `${baseUrl}${path}`, headers: json, body: JSON.stringify(body) })).data,
    /** Ignores the answer. */
    async act({ path, ...call }: Omit<Call, 'url'> & { path: string }): Promise<void> {
      await api.json(z.unknown(), { ...(call.body === undefined ? {} : { headers: json }), ...call, url: `${baseUrl}${path}` });
    },
  };
}

export type SmartRecruitersCalls = ReturnType<typeof smartRecruitersCalls>;
