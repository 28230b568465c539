import { type ComponentType, useEffect, useState } from 'react';
import { importAgain } from '#lib/import-again.ts';
import { type Component, type Lazy, lazyWithTexts, type Namespaces } from '#lib/lazy-with-texts.ts';
import { PartFailed } from './states.tsx';

/**
 * `lazyWithTexts` for a part that stands beside others: where its code does not come it says so in its own place and tries again, and the rest of
 * the screen stays.
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
  return lazyWithTexts(() => importAgain(load).catch(orFailed), name, namespaces);
}
