import { useCallback } from 'react';

/** A ref for the field that a screen is about: it has the focus when the screen opens, and what stands in it is selected, to be typed over. */
export function useFirstFocus<T extends HTMLElement>(): (node: T | null) => void {
  return useCallback((node: T | null) => {
    node?.focus({ preventScroll: true });
    if (node instanceof HTMLInputElement) node.select();
  }, []);
}
