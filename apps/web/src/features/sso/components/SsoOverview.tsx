import { Alert, Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { SsoView } from '@headwater/contract/sso';
import { formatDate, formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { Fact, FactList } from '#ui/FactList.tsx';
import { SectionHead } from '#ui/SectionHead.tsx';
import { EmptyState } from '#ui/states.tsx';
import { StatusPill } from '#ui/StatusPill.tsx';
import { useMayManage } from '../model/use-may-manage.ts';
import { Copied } from './Copied.tsx';
import { Domains } from './Domains.tsx';

const [grey, green] = [0, 3];

interface SsoOverviewProps {
  companyId: number | undefined;
  view: SsoView;
  search: { company?: string | undefined };
}

function Configuration({ configuration }: Pick<SsoView, 'configuration'>) {
  const { t } = useTranslation('sso');
  if (!configuration) return null;
  const { failure, read_at: readAt } = configuration;
  const at = readAt === null ? t('never') : formatDate(readAt, currentLanguage(), 'dateTime');
  return (
    <>
      {failure !== null && (
        <Alert color="red" role="alert" p="sm">
          {t(`failure.${failure}`)}
        </Alert>
      )}
      <FactList>
        {configuration.issuer !== null && <Fact label={t('issuer')}>{configuration.issuer}</Fact>}
        <Fact label={t('readAt')}>{at}</Fact>
      </FactList>
    </>
  );
}

/** SSO-001. Read-only users see a note and no buttons. */
export function SsoOverview({ companyId, view, search }: SsoOverviewProps) {
  const { t } = useTranslation('sso');
  const mayManage = useMayManage();
  const { settings } = view;
  const why = !mayManage && (
    <Alert p="sm" role="note">
      {t('readOnly')}
    </Alert>
  );
  if (!settings) {
    const add = mayManage && (
      <Button renderRoot={(props) => <Link to="/company/sso-info/add" search={search} {...props} />}>{t('setUp')}</Button>
    );
    return (
      <>
        {why}
        <EmptyState icon={<IconKey stroke={1.6} />} title={t('none')} text={t('noneText')} action={add} />
      </>
    );
  }
  const seconds = t('seconds', {
    count: settings.config_update_interval,
    shown: formatNumber(settings.config_update_interval, currentLanguage()),
  });
  return (
    <>
      {why}
      <section>
        <SectionHead title={t('section.provider')}>
          {mayManage && (
            <Button variant="default" renderRoot={(props) => <Link to="/company/sso-info/update" search={search} {...props} />}>
              {t('edit')}
            </Button>
          )}
        </SectionHead>
        <FactList>
          <Fact label={t('status')}>
            <StatusPill color={settings.active ? green : grey}>{settings.active ? t('on') : t('off')}</StatusPill>
          </Fact>
          <Fact label={t('field.enforced')}>
            <StatusPill color={settings.enforced ? green : grey}>{settings.enforced ? t('on') : t('off')}</StatusPill>
          </Fact>
          <Fact label={t('field.provider')}>{settings.provider}</Fact>
          <Fact label={t('field.idp_url')}>{settings.idp_url}</Fact>
          <Fact label={t('field.client_id')}>{settings.client_id}</Fact>
          <Fact label={t('field.client_secret')}>{settings.has_client_secret ? t('secretSet') : t('never')}</Fact>
          {settings.audience !== '' && <Fact label={t('field.audience')}>{settings.audience}</Fact>}
          {settings.trust_id !== '' && <Fact label={t('field.trust_id')}>{settings.trust_id}</Fact>}
          <Fact label={t('interval')}>{seconds}</Fact>
        </FactList>
      </section>
      <Configuration configuration={view.configuration} />
      <Copied label={t('field.redirect_uri')} description={t('help.redirect_uri')} value={view.redirect_uri} />
      <Domains companyId={companyId} states={view.domain_states} />
      <section>
        <SectionHead title={t('section.claims')} />
        <FactList>
          <Fact label={t('field.claim_email')}>{settings.claim_email}</Fact>
          <Fact label={t('field.claim_first_name')}>{settings.claim_first_name}</Fact>
          <Fact label={t('field.claim_last_name')}>{settings.claim_last_name}</Fact>
        </FactList>
      </section>
    </>
  );
}
