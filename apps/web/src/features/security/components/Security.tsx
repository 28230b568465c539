import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from '#lib/use-translation.ts';
import { SkeletonText } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { securityQuery } from '../api/security.ts';
import { LinkedProviders } from './LinkedProviders.tsx';
import { Passkeys } from './Passkeys.tsx';
import classes from './security.module.css';
import { Sessions } from './Sessions.tsx';
import { mayProve, NoPassword, SocialAccounts } from './SocialAccounts.tsx';
import { TwoStep } from './TwoStep.tsx';

interface Props {
  renderPassword: (token: string | undefined) => ReactNode;
  email: string;
}

export function Security({ renderPassword, email }: Props) {
  const { t } = useTranslation('security');
  const { data, error, refetch } = useQuery(securityQuery);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonText lines={8} />;
  const mayHaveApp = mayProve(data);
  return (
    <>
      <div className={classes.block}>
        <h3 className={classes.heading}>{t('password')}</h3>
        {data.has_password ? (
          <div className={classes.below}>{renderPassword(data.api_token?.last_four)}</div>
        ) : (
          <NoPassword view={data} email={email} />
        )}
      </div>
      {mayHaveApp && <TwoStep view={data} />}
      {mayHaveApp && <Passkeys view={data} />}
      <LinkedProviders view={data} />
      <SocialAccounts view={data} />
      <Sessions sessions={data.sessions} />
    </>
  );
}
