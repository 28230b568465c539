import { uploadForProfile } from '#features/profile-editor/api/creation.ts';
import { useForgetProfiles } from '#features/profile-editor/api/editing.ts';
import { ImportFiles } from '#features/profile-import/components/ImportFiles.tsx';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { PageHeader } from '#ui/PageHeader.tsx';

export function ImportPage() {
  const { t } = useTranslation('profile-import');
  const forget = useForgetProfiles();
  usePageTitle(t('title'));
  return (
    <>
      <PageHeader title={t('title')} />
      <ImportFiles upload={uploadForProfile} onAdded={() => void forget()} />
    </>
  );
}
