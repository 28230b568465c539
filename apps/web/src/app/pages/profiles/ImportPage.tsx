import { Button } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';
import { uploadForProfile } from '#features/profile-editor/api/creation.ts';
import { useForgetProfiles } from '#features/profile-editor/api/editing.ts';
import { ImportFiles } from '#features/profile-import/components/ImportFiles.tsx';
import { AddToVacancy } from '#features/vacancies/components/add/AddToVacancy.tsx';
import { useCurrentUser } from '#lib/current-user.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { tagPeople } from './tag-people.tsx';

function ImportActions({ profiles }: { profiles: readonly number[] }) {
  const { t } = useTranslation('profile-import');
  const { permissions } = useCurrentUser();
  return (
    <>
      <AddToVacancy target={{ profiles }} size="sm" />
      {permissions.tags && (
        <Button variant="default" leftSection={<IconTag size={14} stroke={1.6} />} onClick={() => void tagPeople(profiles)}>
          {t('tag')}
        </Button>
      )}
    </>
  );
}

export function ImportPage() {
  const { t } = useTranslation('profile-import');
  const forget = useForgetProfiles();
  usePageTitle(t('title'));
  return (
    <>
      <PageHeader title={t('title')} />
      <ImportFiles upload={uploadForProfile} onAdded={() => void forget()} Actions={ImportActions} />
    </>
  );
}
