import type { FastifyReply } from 'fastify';
import type { GdprFlags } from './query/gdpr.ts';

interface SearchHeaders {
  url: string;
  gdpr: GdprFlags;
  pages: { current: number; total: number };
  referer: string;
}

/** In bytes; every proxy and client accepts this size. */
const longestHeader = 2000;

/** RSLT-004. Drops links that exceed the header limit, `next` last. */
export function pageLinks(url: string, { current, total }: SearchHeaders['pages']): string {
  const [path = '', query = ''] = url.split('?', 2);
  const to = (page: number, rel: string) => {
    const parameters = new URLSearchParams(query);
    parameters.set('page', String(page));
    return `<${path}?${parameters.toString()}>; rel="${rel}"`;
  };
  const links = [
    { place: 0, link: to(1, 'first') },
    ...(current > 1 ? [{ place: 1, link: to(Math.min(current - 1, total), 'prev') }] : []),
    ...(current < total ? [{ place: 2, link: to(current + 1, 'next') }] : []),
    { place: 3, link: to(total, 'last') },
  ];
  const mostWanted = [2, 1, 0, 3].flatMap((place) => links.filter((one) => one.place === place));
  let left = longestHeader;
  const fitting = mostWanted.filter(({ link }) => (left -= link.length + 2) >= 0);
  return fitting
    .toSorted((one, other) => one.place - other.place)
    .map(({ link }) => link)
    .join(', ');
}

export function setSearchHeaders(reply: FastifyReply, { url, gdpr, pages, referer }: SearchHeaders): void {
  const links = pageLinks(url, pages);
  void reply.headers({
    ...(links === '' ? {} : { link: links }),
    'x-gdpr-gender': String(gdpr.gender),
    'x-gdpr-diversity': String(gdpr.diversity),
    'x-gdpr-age': String(gdpr.age),
    'x-profile-referer': referer,
  });
}
