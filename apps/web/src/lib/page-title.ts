import { useEffect } from 'react';
import { brand } from './brand.ts';

/** Sets the document title while the screen is mounted. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${brand.name}` : brand.name;
  }, [title]);
}
