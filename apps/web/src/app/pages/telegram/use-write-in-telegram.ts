import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { mayAccess } from '@headwater/domain/access';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { withTexts } from '#lib/lazy-with-texts.ts';
import { openOnce } from './open-once.ts';

export function useWriteInTelegram(): ((person: { id: number; name: string | null | undefined }) => void) | undefined {
  const client = useQueryClient();
  const navigate = useNavigate();
  if (!mayAccess('telegram', asActor(useCurrentUser()))) return undefined;
  return ({ id: profileId, name }) =>
    openOnce(async () => {
      const { prepareWriting } = await withTexts(() => import('./write-in-telegram.tsx'), ['telegram']);
      return prepareWriting({ profileId, name }, { client, navigate });
    });
}
