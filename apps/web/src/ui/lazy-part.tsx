import { type ComponentType, useEffect, useState } from 'react';
import { type Component, type Lazy, type Namespaces, preloadable, withTexts } from '#lib/lazy-with-texts.ts';
import { PartFailed } from './PartFailed.tsx';

/**
 * `lazyWithTexts` for one part of a page. A failed load, or one longer than 120 seconds, shows a
 * retry in its place; the rest of the page stays.
 *   const SavedItems = lazyPart(() => import('./SavedItems.tsx'), 'SavedItems', ['saved-queries']);
 */
export function lazyPart<M extends Record<K, Component>, K extends string>(
  load: () => Promise<M>,
  name: K,
  namespaces: Namespaces = [],
): Lazy<M[K]> {
  let next: ComponentType<object> | undefined;
  const withRetry = (error: unknown) => {
    function Failed(props: object) {
      const [Next, setNext] = useState(() => next);
      useEffect(() => reportError(error), []);
      const retry = () => {
        next = lazyPart(load, name, namespaces) as unknown as ComponentType<object>;
        setNext(() => next);
      };
      return Next ? <Next {...props} /> : <PartFailed onRetry={retry} />;
    }
    return { [name]: Failed } as unknown as M;
  };
  const fetch = async () => ({ default: (await withTexts(load, namespaces, name).catch(withRetry))[name] });
  return preloadable(fetch);
}

/** `lazyPart` for an optional part: a failure renders nothing, and the next mount retries. */
export function lazyAside<M extends Record<K, Component>, K extends string>(
  load: () => Promise<M>,
  name: K,
  namespaces: Namespaces = [],
): Lazy<M[K]> {
  let next: ComponentType<object> | undefined;
  const orNothing = (error: unknown) => {
    function Nothing(props: object) {
      const [Next] = useState(() => next);
      useEffect(() => {
        reportError(error);
        return () => {
          next ??= lazyAside(load, name, namespaces) as unknown as ComponentType<object>;
        };
      }, []);
      return Next ? <Next {...props} /> : null;
    }
    return { [name]: Nothing } as unknown as M;
  };
  const fetch = async () => ({ default: (await withTexts(load, namespaces, name).catch(orNothing))[name] });
  return preloadable(fetch);
}
