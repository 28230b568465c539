import { useEffect } from 'react';

/** Names the browser's tab while the screen is open. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Headwater` : 'Headwater';
  }, [title]);
}
