import { useNavigate } from '@tanstack/react-router';
import { CreateProfile } from '#features/profile-editor/components/CreateProfile.tsx';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';

/** PEDT-001. */
export function CreateProfilePage() {
  const { t } = useTranslation('profile-editor');
  const navigate = useNavigate();
  usePageTitle(t('createTitle'));
  const leave = (id: number) => {
    if (location.pathname.split('/')[2] === String(id)) void navigate({ to: '/profiles/create', replace: true });
  };
  return (
    <CreateProfile
      onCreated={(id) => void navigate({ to: `/profiles/${id}` })}
      onUndone={leave}
      onCancel={() => void navigate({ to: '/' })}
    />
  );
}
