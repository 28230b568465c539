import { type ReactNode, Suspense } from 'react';
import { mayAccess } from '@headwater/domain/access';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { lazyPart } from '#ui/lazy-part.tsx';

const BanButton = lazyPart(() => import('#features/banned-links/components/BanButton.tsx'), 'BanButton', ['banned-links']);

/** BAN-003: staff actions on a link of a profile; undefined for other users. */
export function useLinkAction(): ((url: string) => ReactNode) | undefined {
  const isStaff = mayAccess('staff', asActor(useCurrentUser()));
  if (!isStaff) return undefined;
  return (url) => (
    <Suspense>
      <BanButton url={url} />
    </Suspense>
  );
}
