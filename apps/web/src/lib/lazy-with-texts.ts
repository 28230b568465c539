import { lazy, type LazyExoticComponent } from 'react';
import { loadTexts } from './i18n.ts';
import { importAgain } from './import-again.ts';
import { loadChunk } from './load-chunk.ts';
import type { Texts } from './texts.ts';

export type Namespaces = readonly (keyof Texts)[];
/** A component with whatever properties it has. */
export type Component = Awaited<ReturnType<Parameters<typeof lazy>[0]>>['default'];

/** `preload` fetches it before it is drawn, and keeps quiet where that fails. */
export type Lazy<C extends Component> = LazyExoticComponent<C> & { preload: () => void };

/** Code together with the texts that it shows: `const { openThing } = await withTexts(() => import('./thing.tsx'), ['things'])`. */
export async function withTexts<M>(load: () => Promise<M>, namespaces: Namespaces, id = namespaces.join(' ')): Promise<M> {
  // Texts that fail are tried again with each screen; those that never come are waited for no longer than code.
  const [module] = await loadChunk(id, () => Promise.all([importAgain(load), ...namespaces.map(loadTexts)]), load)();
  return module;
}

/**
 * A component whose code and texts come when it is first drawn, inside `<Suspense>`:
 *   const Survey = lazyWithTexts(() => import('#features/survey/components/Survey.tsx'), 'Survey', ['survey']);
 */
export function lazyWithTexts<M extends Record<K, Component>, K extends string>(
  load: () => Promise<M>,
  name: K,
  namespaces: Namespaces = [],
): Lazy<M[K]> {
  const fetch = async () => ({ default: (await withTexts(load, namespaces, name))[name] });
  return preloadable(fetch);
}

/** What fails ahead of time is told of when it is drawn. */
export const preloadable = <C extends Component>(fetch: () => Promise<{ default: C }>): Lazy<C> =>
  Object.assign(lazy(fetch), { preload: () => void fetch().catch(() => undefined) });
