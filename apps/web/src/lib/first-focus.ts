import { useCallback } from 'react';

/** Ref for the main field of a screen: focuses it on mount and selects its text. */
export function useFirstFocus<T extends HTMLElement>(): (node: T | null) => void {
  return useCallback((node: T | null) => {
    node?.focus({ preventScroll: true });
    if (node instanceof HTMLInputElement) node.select();
  }, []);
}
