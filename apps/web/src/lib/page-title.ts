import { useEffect } from 'react';
import { brand } from './brand.ts';

/** Names the browser's tab while the screen is open. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${brand.name}` : brand.name;
  }, [title]);
}
