import { useEffect } from 'react';
import { brand } from './brand.ts';

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${brand.name}` : brand.name;
  }, [title]);
}
