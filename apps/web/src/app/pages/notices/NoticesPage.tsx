import { NoticeList } from '#features/notices/components/NoticeList.tsx';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { useShellActions } from '../../frame/shell-actions.ts';

export function NoticesPage() {
  const { t } = useTranslation('notices');
  const { openRecent } = useShellActions();
  usePageTitle(t('title'));
  return <NoticeList onRecent={openRecent} />;
}
