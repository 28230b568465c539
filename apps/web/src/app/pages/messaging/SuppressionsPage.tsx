import { SuppressionList } from '#features/suppressions/components/SuppressionList.tsx';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { SettingsFrame } from './SettingsFrame.tsx';
import classes from './settings.module.css';

/** DEC-05. */
export function SuppressionsPage() {
  const { t } = useTranslation('suppressions');
  usePageTitle(t('title'));
  return (
    <SettingsFrame open="suppressions">
      <div className={classes.list}>
        <SuppressionList />
      </div>
    </SettingsFrame>
  );
}
