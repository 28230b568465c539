import { z } from 'zod';
import { type ServiceApi, ServiceError } from '#platform/fetch/service-api.ts';

/** Bounds a list that never ends. */
const maxPages = 500;
const pageSize = '100';

const json = { 'content-type': 'application/json' };

const pageOf = <Row>(row: z.ZodType<Row>, name: string) =>
  z
    .looseObject({ paging: z.object({ next: z.string().nullish() }).nullish() })
    .transform(({ paging, [name]: rows }): { rows: unknown; next?: string | undefined } => ({ rows, next: paging?.next ?? undefined }))
    .pipe(z.object({ rows: z.array(row), next: z.string().optional() }));

interface CallsOptions {
  api: ServiceApi;
  baseUrl: string;
  isOwn(url: string): boolean;
}

/** Calls of SPI v3. */
export function workableCalls({ api, baseUrl, isOwn }: CallsOptions) {
  return {
    one: async <Schema extends z.ZodType>(schema: Schema, path: string) =>
      (await api.json(schema, { method: 'GET', url: `${baseUrl}${path}` })).data,
    /** Reads `name` of all pages. */
    async list<Row extends { id: string }>(
      row: z.ZodType<Row>,
      name: string,
      { path = `/${name}`, query = {}, pages = maxPages }: { path?: string; query?: Record<string, string>; pages?: number } = {},
    ): Promise<Row[]> {
      // A page begins with the last row of the previous one.
      const rows = new Map<string, Row>();
      const page = pageOf(row, name);
      const readFrom = async (url: string, left: number): Promise<void> => {
        // Another server must not get the token.
        if (!isOwn(url)) throw new ServiceError('unavailable', 'The next page of Workable is at another address');
        const { data } = await api.json(page, { method: 'GET', url });
        for (const each of data.rows) rows.set(each.id, each);
        if (data.next !== undefined && data.next !== url && left > 1) await readFrom(data.next, left - 1);
      };
      await readFrom(`${baseUrl}${path}?${new URLSearchParams({ ...query, limit: pageSize }).toString()}`, pages);
      return [...rows.values()];
    },
    write: async <Schema extends z.ZodType>(schema: Schema, path: string, body: object) =>
      (await api.json(schema, { method: 'POST', url: `${baseUrl}${path}`, headers: json, body: JSON.stringify(body) })).data,
    /** Succeeds if the resource is gone already. */
    async remove(path: string): Promise<void> {
      try {
        await api.json(z.unknown(), { method: 'DELETE', url: `${baseUrl}${path}` });
      } catch (error) {
        if (!(error instanceof ServiceError) || error.kind !== 'gone') throw error;
      }
    },
  };
}

export type WorkableCalls = ReturnType<typeof workableCalls>;
