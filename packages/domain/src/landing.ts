import { type Actor, canSearch, isExtensionOnly } from './roles.ts';

export type License = 'active' | 'expired' | 'not_started';

/** ACC-023 to ACC-031 */
export function landingRoute(actor: Pick<Actor, 'role' | 'searchFlag' | 'company'>, license: License): string {
  if (license !== 'active' && !actor.company.isExtCompany) return license === 'expired' ? '/license-expired/' : '/license-not-started';
  if (actor.role === 'admin_without_search') return '/company/employees/';
  if (actor.role === 'hm') return '/folders/';
  if (isExtensionOnly(actor)) return '/extension/';
  if (actor.role === 'worker') return canSearch(actor) ? '/' : '/menu/';
  return '/';
}

/** DEC-08 */
export const factorRoute = (next: string): string => `/two-step?next=${encodeURIComponent(next)}`;

/** These pages would sign the person out or repeat the sign-in. */
const signInPages = /^\/(?:log(?:in|out)|two-step)(?:\/|$)/;

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** ACC-016: accepts only a path of this application, without host or scheme. */
export function safeNext(next: string | undefined): string | undefined {
  if (!next || !next.startsWith('/') || next.startsWith('//') || /[\\\p{Cc}]/u.test(next)) return undefined;
  const { host, pathname } = new URL(next, 'http://inside.invalid');
  const path = decoded(pathname);
  return host === 'inside.invalid' && !path.startsWith('//') && !signInPages.test(path) ? next : undefined;
}
