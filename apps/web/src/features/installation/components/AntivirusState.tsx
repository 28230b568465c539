import { IconAlertTriangle, IconCircleCheck, IconCircleMinus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { orpc } from '#lib/api.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { SkeletonText } from '#ui/skeletons.tsx';
import classes from './installation.module.css';

// Always fetch, because an administrator may have just restarted it.
const antivirusQuery = { ...orpc.files.antivirus.queryOptions(), staleTime: 0 };

const icons = { off: IconCircleMinus, working: IconCircleCheck, away: IconAlertTriangle };

export function AntivirusState() {
  const { t } = useTranslation('installation');
  const { data, isError } = useQuery(antivirusQuery);
  if (isError) return <span className={classes.quiet}>{t('unknown')}</span>;
  if (!data) return <SkeletonText lines={1} />;
  const { state, version, unchecked } = data;
  const Icon = icons[state];
  return (
    <div className={classes.antivirus}>
      <span className={classes.state} data-state={state}>
        <Icon size={16} stroke={1.6} aria-hidden />
        {t(`state.${state}`)}
      </span>
      {state !== 'off' && <span className={classes.quiet}>{t(`unchecked.${unchecked}`)}</span>}
      {version && <span className={classes.quiet}>{version}</span>}
    </div>
  );
}
