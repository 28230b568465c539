import type { AnyRoute } from '@tanstack/react-router';
import { loadCalls } from '#lib/api.ts';
import { hasSession } from '#lib/current-user.ts';
import { loadChunk } from '#lib/load-chunk.ts';

/** `first` is always loaded (router.ts); each part includes the earlier ones. */
const order = ['first', 'search', 'all'] as const;
type Part = (typeof order)[number];

const searchAddress = /^\/(?:(?:v1\/)?profiles\/?|intelligence\/?|ai-search\/?)?$/;

function partOf(pathname: string | undefined): Part {
  if (pathname === undefined) return 'all';
  if (/^\/login\/?$/.test(pathname)) return 'first';
  return searchAddress.test(pathname) ? 'search' : 'all';
}

/** Loads in parallel with the first texts. The route retries a failed load. */
const fetchSignIn = () => void import('./pages/LoginPage.tsx').catch(() => undefined);

const searchTree = () => import('./search-tree.ts');
const wholeTree = () => import('./route-tree.ts');

const parts: Record<Exclude<Part, 'first'>, () => Promise<{ growTree: () => AnyRoute }>> = {
  search: loadChunk(
    'search-routes',
    () => {
      if (hasSession()) import('./shell/Shell.tsx').catch(() => undefined);
      else fetchSignIn();
      return searchTree();
    },
    searchTree,
  ),
  all: loadChunk(
    'routes',
    () => {
      // Screens of these routes call the API. A call retries a failed load.
      if (hasSession()) loadCalls('rest').catch(() => undefined);
      return wholeTree();
    },
    wholeTree,
  ),
};

/** Routes of a hundred screens are a tenth of the first page's size, so they load on demand. */
export function routeParts(onGrown: () => void): (pathname?: string) => Promise<void> {
  let shown: Part = 'first';
  const isShown = (part: Part) => order.indexOf(part) <= order.indexOf(shown);
  return async (pathname) => {
    const part = partOf(pathname);
    if (part === 'first') return fetchSignIn();
    if (isShown(part)) return;
    const { growTree } = await parts[part]();
    // A concurrent call may have added more routes.
    if (isShown(part)) return;
    shown = part;
    growTree();
    onGrown();
  };
}
