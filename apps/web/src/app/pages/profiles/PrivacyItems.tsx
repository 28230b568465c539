import { Menu } from '@mantine/core';
import { IconDownload, IconEraser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { mayAccess } from '@headwater/domain/access';
import { isSuperUser } from '@headwater/domain/roles';
import { savePersonalData } from '#features/privacy/api/privacy.ts';
import { profileQuery } from '#features/profiles/api/profile.ts';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { textsOf } from '#lib/i18n.ts';
import { withTexts } from '#lib/lazy-with-texts.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { opening, openModal } from '#ui/modals.tsx';
import { showError, showSnackbar } from '#ui/snackbar.tsx';

async function erase(profileId: number, name: string | null): Promise<void> {
  const { EraseDialog } = await opening(() => withTexts(() => import('#features/privacy/components/EraseDialog.tsx'), ['privacy', 'ui']));
  const t = textsOf('privacy');
  await openModal({
    title: t('eraseName', { name: name ?? t('nameless') }),
    size: 'md',
    content: (close) => <EraseDialog profileId={profileId} name={name} onDone={close} />,
  });
}

/** DEC-14: privacy requests of the person. Internal staff handle people of the common base. */
export function PrivacyItems({ profileId }: { profileId: number }) {
  const { t } = useTranslation('profiles');
  const user = useCurrentUser();
  const { data } = useQuery({ ...profileQuery(profileId), retryOnMount: false });
  if (!data || !mayAccess('privacy', asActor(user)) || !(data.is_own || isSuperUser(asActor(user)))) return null;
  const save = async () => {
    showSnackbar({ message: t('privacy.saving'), key: 'personal-data' });
    await savePersonalData(profileId);
  };
  return (
    <>
      <Menu.Divider />
      <Menu.Item leftSection={<IconDownload size={16} stroke={1.6} />} onClick={() => void save().catch(showError)}>
        {t('privacy.personalData')}
      </Menu.Item>
      <Menu.Item
        color="red"
        leftSection={<IconEraser size={16} stroke={1.6} />}
        onClick={() => void erase(profileId, data.name).catch(showError)}
      >
        {t('privacy.erase')}…
      </Menu.Item>
    </>
  );
}
