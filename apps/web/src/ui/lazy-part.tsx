import { type ComponentType, useEffect, useState } from 'react';
import { type Component, type Lazy, type Namespaces, preloadable, withTexts } from '#lib/lazy-with-texts.ts';
import { PartFailed } from './PartFailed.tsx';

/**
 * `lazyWithTexts` for a part that stands beside others, or in a form: where its code does not come, or it and its texts not within 120 seconds, it says so
 * in its own place and tries again, and the rest of the screen stays.
 *   const SavedItems = lazyPart(() => import('./SavedItems.tsx'), 'SavedItems', ['saved-queries']);
 */
export function lazyPart<M extends Record<K, Component>, K extends string>(
  load: () => Promise<M>,
  name: K,
  namespaces: Namespaces = [],
): Lazy<M[K]> {
  /** What the next try brings; once there, also where the part is drawn another time. */
  let next: ComponentType<object> | undefined;
  const orFailed = (error: unknown) => {
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
  const fetch = async () => ({ default: (await withTexts(load, namespaces, name).catch(orFailed))[name] });
  return preloadable(fetch);
}

/** The same for what nobody waits for: where it does not come nothing is shown, and it is tried again when it is drawn another time. */
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
