import type { z } from 'zod';
import type { ServiceAnswer, ServiceApi } from '#platform/fetch/service-api.ts';
import { page, type Resource, single } from './wire.ts';

/** Larger pages are refused. */
const pageSize = '30';
/** Bounds a list that never ends. */
const maxPages = 500;

interface Relations {
  [name: string]: { type: string; id: string };
}

export interface Document {
  type: string;
  id?: string;
  attributes: Record<string, unknown>;
  relations?: Relations;
}

export interface Found {
  rows: Resource[];
  included: Resource[];
}

export interface JsonApi {
  read(path: string, query?: Record<string, string>): Promise<z.output<typeof single>>;
  list(path: string, query?: Record<string, string>, options?: { pages?: number }): Promise<Found>;
  write(method: 'POST' | 'PATCH', path: string, document: Document): Promise<Resource>;
}

const addressOf = (baseUrl: string, path: string, query: Record<string, string>) =>
  `${baseUrl}/v1${path}?${new URLSearchParams(query).toString()}`;

export const openJsonApi = (api: ServiceApi, baseUrl: string): JsonApi => ({
  async read(path, query = {}) {
    return (await api.json(single, { method: 'GET', url: addressOf(baseUrl, path, query) })).data;
  },
  async list(path, query = {}, { pages = maxPages } = {}) {
    const found: Found = { rows: [], included: [] };
    const seen = new Set<string>();
    let url: string | undefined = addressOf(baseUrl, path, { 'page[size]': pageSize, ...query });
    while (url !== undefined && !seen.has(url) && seen.size < pages) {
      seen.add(url);
      const answer: ServiceAnswer<z.output<typeof page>> = await api.json(page, { method: 'GET', url });
      const { data, included, links } = answer.data;
      found.rows.push(...data);
      found.included.push(...included);
      const next = links?.next ?? undefined;
      // Another host would receive the token.
      url = next !== undefined && new URL(next).origin === new URL(baseUrl).origin ? next : undefined;
    }
    return found;
  },
  async write(method, path, { relations, ...document }) {
    const relationships = relations && Object.fromEntries(Object.entries(relations).map(([name, data]) => [name, { data }]));
    const body = JSON.stringify({ data: { ...document, ...(relationships ? { relationships } : {}) } });
    return (await api.json(single, { method, url: `${baseUrl}/v1${path}`, body })).data.data;
  },
});
