import type { FastifyReply } from 'fastify';
import type { GdprFlags } from './query/gdpr.ts';

interface Said {
  /** Path and query of the request; the links repeat it with another page. */
  url: string;
  gdpr: GdprFlags;
  pages: { current: number; total: number };
  referer: string;
}

/** RSLT-004: the addresses of the first, previous, next and last page. */
export function pageLinks(url: string, { current, total }: Said['pages']): string {
  const [path = '', query = ''] = url.split('?', 2);
  const to = (page: number, rel: string) => {
    const parameters = new URLSearchParams(query);
    parameters.set('page', String(page));
    return `<${path}?${parameters.toString()}>; rel="${rel}"`;
  };
  const links = [to(1, 'first')];
  if (current > 1) links.push(to(Math.min(current - 1, total), 'prev'));
  if (current < total) links.push(to(current + 1, 'next'));
  return [...links, to(total, 'last')].join(', ');
}

/** RSLT-003, REQ-010: what a client reads from the headers of a search. */
export function setSearchHeaders(reply: FastifyReply, { url, gdpr, pages, referer }: Said): void {
  void reply.headers({
    link: pageLinks(url, pages),
    'x-gdpr-gender': String(gdpr.gender),
    'x-gdpr-diversity': String(gdpr.diversity),
    'x-gdpr-age': String(gdpr.age),
    'x-profile-referer': referer,
  });
}
