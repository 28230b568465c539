import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { SocialAccount } from '@headwater/contract/ats';
import { mayAccess } from '@headwater/domain/access';
import { type AppToolName, appTools, isAppTool } from '@headwater/domain/ats/tools';
import { type AtsVendorName, atsVendors, isAtsVendor } from '@headwater/domain/ats/vendors';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { SkeletonText } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { StatusPill } from '#ui/StatusPill.tsx';
import { accountsQuery } from '../api/ats.ts';
import classes from './ats.module.css';

const colors = { none: 0, connected: 3, broken: 8 };

function AppCard({ vendor, account }: { vendor: AtsVendorName; account: SocialAccount | undefined }) {
  const { t } = useTranslation('ats');
  const state = account === undefined ? 'none' : account.active ? 'connected' : 'broken';
  const { title } = atsVendors[vendor];
  return (
    <section className={classes.card} aria-label={title}>
      <div className={classes.head}>
        <h2 className={classes.name}>{title}</h2>
        <StatusPill color={colors[state]}>{t(`state.${state}`)}</StatusPill>
      </div>
      <p className={classes.quiet}>{account?.failure ?? t('about')}</p>
      {account && account.failed_events > 0 && (
        <p className={classes.quiet}>
          {t('eventsFailed', { service: title, count: account.failed_events, reason: account.event_failure ?? '' })}
        </p>
      )}
      <div className={classes.action}>
        <Button
          variant="default"
          aria-label={`${title}: ${t(account ? 'open' : 'connect')}`}
          renderRoot={(props) => <Link to={`/apps/${vendor}/connect`} {...props} />}
        >
          {t(account ? 'open' : 'connect')}
        </Button>
      </div>
    </section>
  );
}

/** ATS-011, ATS-012 */
function ToolCard({ tool }: { tool: AppToolName }) {
  const { t } = useTranslation('ats');
  const { title, page, access } = appTools[tool];
  const mayOpen = mayAccess(access, asActor(useCurrentUser()));
  return (
    <section className={classes.card} aria-label={title}>
      <div className={classes.head}>
        <h2 className={classes.name}>{title}</h2>
      </div>
      <p className={classes.quiet}>{t(`tool.${tool}`)}</p>
      {mayOpen && (
        <div className={classes.action}>
          <Button variant="default" aria-label={`${title}: ${t(`toolOpen.${tool}`)}`} renderRoot={(props) => <Link to={page} {...props} />}>
            {t(`toolOpen.${tool}`)}
          </Button>
        </div>
      )}
    </section>
  );
}

/** ATS-001. `apps`: names of systems and tools. */
export function AppList({ apps }: { apps: readonly string[] }) {
  const { data, error, refetch } = useQuery(accountsQuery);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonText lines={4} />;
  return (
    <div className={classes.cards}>
      {apps.filter(isAtsVendor).map((vendor) => (
        <AppCard key={vendor} vendor={vendor} account={data.social_accounts.find((account) => account.vendor === vendor)} />
      ))}
      {apps.filter(isAppTool).map((tool) => (
        <ToolCard key={tool} tool={tool} />
      ))}
    </div>
  );
}
