import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { announceUser, meQuery, sessionBegan } from '#lib/current-user.ts';
import { showLanguage } from '#lib/i18n.ts';
import type { SignedIn } from './signed-in.ts';

export function useEntry(): (answer: SignedIn) => Promise<void> {
  const router = useRouter();
  const client = useQueryClient();
  return async (answer) => {
    sessionBegan();
    client.clear();
    if (answer.user) {
      client.setQueryData(meQuery.queryKey, answer.user);
      announceUser(answer.user.id);
      if (answer.user.settings.language) await showLanguage(answer.user.settings.language);
    }
    const [path = '/'] = answer.next.split(/[?#]/);
    await router.options.context.addRoutes(path);
    const [, , known] = router.getMatchedRoutes(path);
    const href = known === undefined || known.fullPath === '/$' ? '/menu/' : answer.next;
    router.history.push(href);
  };
}
