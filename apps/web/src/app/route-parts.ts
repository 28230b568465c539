import type { AnyRoute } from '@tanstack/react-router';
import { loadCalls } from '#lib/api.ts';
import { hasSession } from '#lib/current-user.ts';
import { loadChunk } from '#lib/load-chunk.ts';

/** `first` is there from the beginning (router.ts); each part holds the ones before it. */
const order = ['first', 'search', 'all'] as const;
type Part = (typeof order)[number];

const searchAddress = /^\/(?:(?:v1\/)?profiles\/?|intelligence\/?|ai-search\/?)?$/;

function partOf(pathname: string | undefined): Part {
  if (pathname === undefined) return 'all';
  if (/^\/login\/?$/.test(pathname)) return 'first';
  return searchAddress.test(pathname) ? 'search' : 'all';
}

/** Beside the first texts, not after them. One that fails is asked for again by its route. */
const fetchSignIn = () => void import('./pages/LoginPage.tsx').catch(() => undefined);

const searchTree = () => import('./search-tree.ts');
const wholeTree = () => import('./route-tree.ts');

const parts: Record<Exclude<Part, 'first'>, () => Promise<{ growTree: () => AnyRoute }>> = {
  search: loadChunk(
    'search-routes',
    () => {
      // A visitor is sent to the sign-in; for everybody else the screen is on its way beside its route.
      if (hasSession()) import('./shell/Shell.tsx').catch(() => undefined);
      else fetchSignIn();
      return searchTree();
    },
    searchTree,
  ),
  all: loadChunk(
    'routes',
    () => {
      // Their screens make calls. One that fails here is asked for again by the call itself.
      if (hasSession()) loadCalls('rest').catch(() => undefined);
      return wholeTree();
    },
    wholeTree,
  ),
};

/** The routes of a hundred screens are a tenth of what a first page weighs, and it shows one: the others come when they are asked for. */
export function routeParts(onGrown: () => void): (pathname?: string) => Promise<void> {
  let shown: Part = 'first';
  const isShown = (part: Part) => order.indexOf(part) <= order.indexOf(shown);
  return async (pathname) => {
    const part = partOf(pathname);
    if (part === 'first') return fetchSignIn();
    if (isShown(part)) return;
    const { growTree } = await parts[part]();
    // Another call may have brought more meanwhile.
    if (isShown(part)) return;
    shown = part;
    growTree();
    onGrown();
  };
}
