import { mayAccess } from '@headwater/domain/access';
import { isSuperUser } from '@headwater/domain/roles';
import { asActor } from '#lib/actor.ts';
import type { useCurrentUser } from '#lib/current-user.ts';
import { textsOf } from '#lib/i18n.ts';
import { withTexts } from '#lib/lazy-with-texts.ts';
import { opening, openModal } from '#ui/modals.tsx';

/** Internal staff handle people of the common base. */
export const mayErase = (user: ReturnType<typeof useCurrentUser>, profile: { is_own: boolean }): boolean =>
  mayAccess('privacy', asActor(user)) && (profile.is_own || isSuperUser(asActor(user)));

export async function openErasure(profileId: number, name: string | null): Promise<void> {
  const { EraseDialog } = await opening(() => withTexts(() => import('#features/privacy/components/EraseDialog.tsx'), ['privacy', 'ui']));
  const t = textsOf('privacy');
  await openModal({
    title: t('eraseName', { name: name ?? t('nameless') }),
    size: 'md',
    content: (close) => <EraseDialog profileId={profileId} name={name} onDone={close} />,
  });
}
