import { useCallback } from 'react';

export function useFirstFocus<T extends HTMLElement>(): (node: T | null) => void {
  return useCallback((node: T | null) => {
    node?.focus({ preventScroll: true });
    if (node instanceof HTMLInputElement) node.select();
  }, []);
}
