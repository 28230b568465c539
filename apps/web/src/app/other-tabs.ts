import type { QueryClient } from '@tanstack/react-query';
import { interactedKey, keepLanguage, meQuery, sessionBegan, signedInKey } from '#lib/current-user.ts';
import { followLanguage } from '#lib/i18n.ts';

/**
 * Applies changes of other tabs: language, read marks and sign-in. A sign-in of another user
 * restarts this tab, which still shows the previous user's data.
 */
export function followOtherTabs(client: QueryClient): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === signedInKey) sessionBegan();
    const user = client.getQueryData(meQuery.queryKey);
    if (key === signedInKey && user && newValue !== String(user.id)) return location.assign('/');
    if (key === interactedKey && user) void client.invalidateQueries({ queryKey: meQuery.queryKey });
  });
  followLanguage((language) => keepLanguage(client, language));
}
