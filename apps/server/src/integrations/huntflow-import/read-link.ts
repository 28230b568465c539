import { CredentialsRefused } from '#modules/connections/ats-port.ts';

/** A link with both tokens in its query or fragment, or the two tokens as text. */
export function readLink(link: string): { access: string; refresh: string } {
  if (link === '') throw new CredentialsRefused('connection_link', 'field_required');
  const url = URL.canParse(link) ? new URL(link) : undefined;
  const parameters = new URLSearchParams(url ? `${url.search.slice(1)}&${url.hash.slice(1)}` : '');
  const words = link.split(/\s+/);
  const pair = url || words.length !== 2 ? [] : words;
  const access = parameters.get('access_token') ?? pair[0] ?? '';
  const refresh = parameters.get('refresh_token') ?? pair[1] ?? '';
  if (access === '' || refresh === '') throw new CredentialsRefused('connection_link', 'ats_import_link', { service: 'Huntflow' });
  return { access, refresh };
}
