import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { mayAccess } from '@headwater/domain/access';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { Fact, FactList } from '#ui/FactList.tsx';
import { SectionHead } from '#ui/SectionHead.tsx';
import { SkeletonText } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { quotaQuery } from '../api/extension.ts';
import { LinkLookup } from './LinkLookup.tsx';
import classes from './extension.module.css';

function Installation({ address }: { address: string | null }) {
  const { t } = useTranslation('extension');
  return (
    <section>
      <SectionHead title={t('install')} />
      {address === null ? (
        <p className={classes.quiet}>{t('noAddress')}</p>
      ) : (
        <>
          <ol className={classes.steps}>
            <li>{t('step.add')}</li>
            <li>{t('step.signIn')}</li>
            <li>{t('step.open')}</li>
          </ol>
          <Button component="a" href={address} target="_blank" rel="noreferrer">
            {t('installButton')}
          </Button>
        </>
      )}
    </section>
  );
}

const figure = (value: number) => formatNumber(value, currentLanguage());

function Quotas() {
  const { t } = useTranslation('extension');
  const { data, error, refetch } = useQuery(quotaQuery);
  const left = (available: number | null, total: number | null) => {
    if (available === null) return t('unlimited');
    return total === null ? figure(available) : t('leftOf', { left: figure(available), total: figure(total) });
  };
  return (
    <section>
      <SectionHead title={t('quotas')} />
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonText lines={2} />}
      {data && (
        <FactList>
          <Fact label={t('contacts')}>{left(data.quotas_contact_available, data.quotas_contact_total)}</Fact>
          <Fact label={t('enrichment')}>{left(data.quotas_data_enrichment_available, data.quotas_data_enrichment_total)}</Fact>
        </FactList>
      )}
    </section>
  );
}

/** EXT-001, EXT-005 */
export function ExtensionHome() {
  const user = useCurrentUser();
  return (
    <div className={classes.page}>
      <Installation address={user.menu_links.extension} />
      <Quotas />
      {mayAccess('search', asActor(user)) && <LinkLookup />}
    </div>
  );
}
