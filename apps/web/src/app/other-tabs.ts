import type { QueryClient } from '@tanstack/react-query';
import { interactedKey, cacheLanguage, meQuery, sessionBegan, signedInKey } from '#lib/current-user.ts';
import { followLanguage } from '#lib/i18n.ts';

/**
 * Follows language, read marks and sign-in. Another user restarts the tab, which shows old data.
 */
export function followOtherTabs(client: QueryClient): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === signedInKey) sessionBegan();
    const user = client.getQueryData(meQuery.queryKey);
    if (key === signedInKey && user && newValue !== String(user.id)) return location.assign('/');
    if (key === interactedKey && user) void client.invalidateQueries({ queryKey: meQuery.queryKey });
  });
  followLanguage((language) => cacheLanguage(client, language));
}
