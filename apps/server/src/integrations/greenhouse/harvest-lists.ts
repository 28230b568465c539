import { z } from 'zod';
import { ServiceError, type ServiceApi } from '#platform/fetch/service-api.ts';
import { user } from './wire.ts';

/** Filters by id accept 50 values. */
export const readAtOnce = 50;
const pageSize = '500';
/** Bounds a list that never ends. */
const maxPages = 200;

export interface Lists {
  list<Schema extends z.ZodType>(path: string, schema: Schema, query: Record<string, string>): Promise<z.output<Schema>[]>;
}

/** Another host would receive the token. */
export function nextPage(link: string | undefined, baseUrl: string): string | undefined {
  const next = /<([^>]+)>\s*;\s*rel="?next"?/.exec(link ?? '')?.[1];
  return next !== undefined && new URL(next).origin === new URL(baseUrl).origin ? next : undefined;
}

/** Greenhouse sometimes answers the first request with 500 and the second with data. */
async function readPage<Schema extends z.ZodType>(api: ServiceApi, schema: Schema, url: string) {
  const ask = () => api.json(z.array(schema), { method: 'GET', url });
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ServiceError && error.kind === 'unavailable') return ask();
    throw error;
  }
}

/** Lists of Harvest v3, with all pages. */
export const harvestLists = (api: ServiceApi, baseUrl: string): Lists => ({
  async list(path, schema, query) {
    const rows: z.output<typeof schema>[] = [];
    const seen = new Set<string>();
    let url: string | undefined = `${baseUrl}${path}?${new URLSearchParams({ per_page: pageSize, ...query }).toString()}`;
    while (url !== undefined && !seen.has(url) && seen.size < maxPages) {
      seen.add(url);
      const page: Awaited<ReturnType<typeof readPage<typeof schema>>> = await readPage(api, schema, url);
      rows.push(...page.data);
      url = nextPage(page.headers['link'], baseUrl);
    }
    return rows;
  },
});

export async function findUser({ list }: Lists, email: string) {
  const rows = await list('/users', user, { email, show_service_accounts: 'true' });
  const wanted = email.toLowerCase();
  return rows.find(
    (row) => !row.deactivated && [row.primary_email, ...(row.emails ?? [])].some((address) => address?.toLowerCase() === wanted),
  );
}
