import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { CreateProfile } from '#features/profile-editor/components/CreateProfile.tsx';
import { usePageTitle } from '#lib/page-title.ts';

/** PEDT-001. */
export function CreateProfilePage() {
  const { t } = useTranslation('profile-editor');
  const navigate = useNavigate();
  usePageTitle(t('createTitle'));
  return <CreateProfile onCreated={(id) => void navigate({ to: `/profiles/${id}` })} onCancel={() => void navigate({ to: '/' })} />;
}
