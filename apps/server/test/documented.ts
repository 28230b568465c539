import { errorResponses } from '#platform/http/openapi-errors.ts';
import { catalogue, type Entry, type MessageKey } from '@headwater/contract/errors';
import { type Route, routes } from './contract-routes.ts';

const patternOf = ({ path }: Route) => new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll(/\{\+?\w+\}/g, '[^/]+')}$`);

const known = routes.map((route) => {
  const { errors = [] } = route.meta;
  const shown = errors.flatMap((key) => (catalogue[key] as Entry).shows ?? []);
  const statuses = new Set(Object.keys(errorResponses({ ...route, takesInput: route.input !== undefined })).map(Number));
  return { route, pattern: patternOf(route), statuses, members: new Set(['detail', 'code', ...shown]) };
});

/** The most specific path, as in the router. */
const find = (method: string, path: string) =>
  known
    .filter(({ route, pattern }) => route.method === method && pattern.test(path))
    .toSorted((one, other) => one.route.params.length - other.route.params.length)[0];

const isData = (body: unknown): body is Record<string, unknown> =>
  typeof body === 'object' && body !== null && typeof (body as { detail?: unknown }).detail === 'string';

/**
 * Describes an error that the contract does not declare. Errors of the messenger may have more
 * members.
 */
export function undocumented({ method, path, status, body }: { method: string; path: string; status: number; body: unknown }) {
  if (status < 400) return undefined;
  const declared = find(method, path);
  if (!declared) return undefined;
  const { route, statuses, members } = declared;
  if (!statuses.has(status)) return `${route.name} answers ${status}, which its contract does not name: ${JSON.stringify(body)}`;
  if (route.meta.errorsAsChat || !isData(body)) return undefined;
  const more = Object.keys(body).filter((name) => !members.has(name));
  return more.length > 0 ? `${route.name} answers an error with ${more.join(', ')}, which its contract does not name` : undefined;
}

/** Errors that a route must declare. */
export const ownErrors = (Object.entries(catalogue) as [MessageKey, Entry][]).filter(
  ([key, { status, shows }]) => status === 422 || (status === 400 && shows !== undefined && !key.startsWith('telegram_')),
);
