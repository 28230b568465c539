import { queryOptions } from '@tanstack/react-query';
import { orpc } from '#lib/api.ts';

export const quotaQuery = orpc.profiles.quotas.queryOptions();

/** EXT-004 */
export const peopleByLinksQuery = (links: string[]) =>
  queryOptions({ ...orpc.profileLookups.byLinks.queryOptions({ input: { links } }), enabled: links.length > 0, retry: false });
