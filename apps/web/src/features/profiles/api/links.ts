import { queryOptions } from '@tanstack/react-query';
import { orpc } from '#lib/api.ts';

/** PEDT-028. Never refetches, because the server counts each request. */
export const sharedProfileQuery = (id: number, hash: string) =>
  queryOptions({ ...orpc.profileLinks.get.queryOptions({ input: { id, hash } }), staleTime: Infinity, retry: false });

export const profileLinksQuery = (id: number) => orpc.profileLinks.list.queryOptions({ input: { id } });
