import { Menu } from '@mantine/core';
import { IconDownload, IconEraser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { savePersonalData } from '#features/privacy/api/privacy.ts';
import { profileQuery } from '#features/profiles/api/profile.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import { mayErase, openErasure } from './open-erasure.tsx';

/** DEC-14: privacy requests of the person. */
export function PrivacyItems({ profileId }: { profileId: number }) {
  const { t } = useTranslation('profiles');
  const user = useCurrentUser();
  const { data } = useQuery({ ...profileQuery(profileId), retryOnMount: false });
  if (!data || !mayErase(user, data)) return null;
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
        onClick={() => void openErasure(profileId, data.name).catch(showError)}
      >
        {t('privacy.erase')}…
      </Menu.Item>
    </>
  );
}
