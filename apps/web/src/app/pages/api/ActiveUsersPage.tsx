import { ActiveUserList } from '#features/active-users/components/ActiveUserList.tsx';
import { LogInAsButton } from '#features/impersonation/components/LogInAs.tsx';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';

const logIn = ({ id, name }: { id: number; name: string }) => <LogInAsButton id={id} name={name} />;

/** ACT-001. */
export function ActiveUsersPage() {
  const { t } = useTranslation('active-users');
  usePageTitle(t('title'));
  return <ActiveUserList action={logIn} />;
}
