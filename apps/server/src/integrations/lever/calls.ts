import { z } from 'zod';
import type { Call } from '#platform/fetch/api-caller.ts';
import type { ServiceApi } from '#platform/fetch/service-api.ts';

type Query = readonly (readonly [string, string])[];

/** Bounds a list that never ends. */
const maxPages = 500;
const pageSize = '100';

/** Headers of JSON bodies. */
export const json = { 'content-type': 'application/json' };

/** Calls of Lever v1: each answer is in `data`. */
export function leverCalls(api: ServiceApi, baseUrl: string) {
  const urlOf = (path: string, query: Query = []) =>
    `${baseUrl}${path}${query.length === 0 ? '' : `?${new URLSearchParams(query.map(([name, value]): [string, string] => [name, value])).toString()}`}`;
  async function ask<Schema extends z.ZodType>(schema: Schema, call: Call): Promise<z.output<Schema>> {
    const wrapped = z
      .object({ data: z.unknown() })
      .transform(({ data }) => [data])
      .pipe(z.array(schema));
    return (await api.json(wrapped, call)).data[0] as z.output<Schema>;
  }
  return {
    one: <Schema extends z.ZodType>(schema: Schema, path: string, query?: Query) => ask(schema, { method: 'GET', url: urlOf(path, query) }),
    async list<Schema extends z.ZodType>(schema: Schema, path: string, query: Query = []): Promise<z.output<Schema>[]> {
      const rows: z.output<Schema>[] = [];
      const page = z.object({ data: z.array(schema), hasNext: z.boolean().optional(), next: z.string().nullish() });
      let offset: string | null | undefined;
      for (let pages = 0; pages < maxPages; pages += 1) {
        const url = urlOf(path, [...query, ['limit', pageSize], ...(offset ? [['offset', offset] as const] : [])]);
        // oxlint-disable-next-line no-await-in-loop -- each page names the next
        const { data } = await api.json(page, { method: 'GET', url });
        rows.push(...data.data);
        if (!data.hasNext || !data.next || data.next === offset) break;
        offset = data.next;
      }
      return rows;
    },
    write: <Schema extends z.ZodType>(schema: Schema, { path, query, body }: { path: string; query?: Query; body: object }) =>
      ask(schema, { method: 'POST', url: urlOf(path, query), headers: json, body: JSON.stringify(body) }),
    /** Ignores the answer. */
    async act({ path, query, ...call }: Omit<Call, 'url'> & { path: string; query?: Query }): Promise<void> {
      await api.json(z.unknown(), { ...call, url: urlOf(path, query) });
    },
  };
}

export type LeverCalls = ReturnType<typeof leverCalls>;
