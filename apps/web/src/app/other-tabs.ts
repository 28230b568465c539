import type { QueryClient } from '@tanstack/react-query';
import { interactedKey, keepLanguage, meQuery, sessionBegan, signedInKey } from '#lib/current-user.ts';
import { followLanguage } from '#lib/i18n.ts';

/**
 * Follows what the other tabs of this browser do: their language and what was read there at once, and another person's sign-in with a fresh
 * start, since the session is the browser's and this tab still shows what belongs to somebody else.
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
