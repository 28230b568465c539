import { Menu } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useForgetProfiles } from '#features/profile-editor/api/editing.ts';
import { profileQuery } from '#features/profiles/api/profile.ts';
import { ApiError } from '#lib/api-error.ts';
import { api } from '#lib/api.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { confirm } from '#ui/modals.tsx';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import { mayErase, openErasure } from './open-erasure.tsx';

export function DeleteItem({ profileId }: { profileId: number }) {
  const { t } = useTranslation('profiles');
  const user = useCurrentUser();
  const { data } = useQuery({ ...profileQuery(profileId), retryOnMount: false });
  const [client, router, forget] = [useQueryClient(), useRouter(), useForgetProfiles()];
  if (!data?.is_deletable) return null;
  const remove = async () => {
    const title = t('delete.question', { name: data.name ?? t('hiddenName') });
    if (!(await confirm({ title, text: t('delete.text'), confirm: t('delete.confirm'), danger: true }))) return;
    await api.profileCreation.remove({ id: profileId });
    if (location.pathname.startsWith(`/profiles/${profileId}`)) await router.navigate({ to: '/', replace: true });
    client.removeQueries({ queryKey: profileQuery(profileId).queryKey });
    showSnackbar({ message: t('delete.done'), tone: 'success' });
    await forget();
  };
  /** Users with the right to erase the person are offered it in place of a refusal. */
  const refuse = async (error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'profile_in_use' || !mayErase(user, data)) return showError(error);
    const asked = { title: t('delete.inUse'), text: t('delete.inUseText'), confirm: `${t('privacy.erase')}…`, danger: true };
    if (await confirm(asked)) await openErasure(profileId, data.name);
  };
  return (
    <Menu.Item color="red" leftSection={<IconTrash size={16} stroke={1.6} />} onClick={() => void remove().catch(refuse).catch(showError)}>
      {t('delete.title')}…
    </Menu.Item>
  );
}
