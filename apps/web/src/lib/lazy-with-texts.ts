import { lazy, type LazyExoticComponent } from 'react';
import { loadTexts } from './i18n.ts';
import { importAgain } from './import-again.ts';
import { loadChunk } from './load-chunk.ts';
import type { Texts } from './texts.ts';

export type Namespaces = readonly (keyof Texts)[];
export type Component = Awaited<ReturnType<Parameters<typeof lazy>[0]>>['default'];

export type Lazy<C extends Component> = LazyExoticComponent<C> & { preload: () => void };

/** `const { openThing } = await withTexts(() => import('./thing.tsx'), ['things'])`. */
export async function withTexts<M>(load: () => Promise<M>, namespaces: Namespaces, id = namespaces.join(' ')): Promise<M> {
  // Each screen retries failed texts, so they do not delay the code further.
  const [module] = await loadChunk(id, () => Promise.all([importAgain(load), ...namespaces.map(loadTexts)]), load)();
  return module;
}

/**
 * `lazyWithTexts(() => import('#features/survey/components/Survey.tsx'), 'Survey', ['survey'])`.
 */
export function lazyWithTexts<M extends Record<K, Component>, K extends string>(
  load: () => Promise<M>,
  name: K,
  namespaces: Namespaces = [],
): Lazy<M[K]> {
  const fetch = async () => ({ default: (await withTexts(load, namespaces, name))[name] });
  return preloadable(fetch);
}

export const preloadable = <C extends Component>(fetch: () => Promise<{ default: C }>): Lazy<C> =>
  Object.assign(lazy(fetch), { preload: () => void fetch().catch(() => undefined) });
