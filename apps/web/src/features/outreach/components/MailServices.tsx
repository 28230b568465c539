import { type GrantedProvider, grantedProviders } from '@headwater/domain/mail/granted-providers';
import { Button } from '@mantine/core';
import { IconBrandGoogle, IconBrandWindows, IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '#lib/use-translation.ts';
import { servicesQuery, useConsent } from '../api/mail-services.ts';
import { ServersForm } from './ServersForm.tsx';
import classes from './outreach.module.css';

function Service({ icon, name, text, action }: { icon: ReactNode; name: string; text: string; action: ReactNode }) {
  return (
    <li className={classes.card}>
      {icon}
      <div style={{ flex: 1, minWidth: 180 }}>
        <strong>{name}</strong>
        <p className={classes.quiet}>{text}</p>
      </div>
      {action}
    </li>
  );
}

const icons: Readonly<Record<GrantedProvider, typeof IconMail>> = { gmail: IconBrandGoogle, outlook: IconBrandWindows };

/** MSET-006, DEC-02 */
export function MailServices({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('outreach');
  const [servers, setServers] = useState(false);
  const services = useQuery(servicesQuery).data?.services;
  const consent = useConsent();
  const granted = (provider: GrantedProvider) => {
    const Icon = icons[provider];
    const offered = services?.find((one) => one.provider === provider);
    // I18N-009: some brandings have no app for a provider.
    if (services && !offered) return null;
    const configured = offered?.configured;
    const isGoing = (consent.isPending || consent.isSuccess) && consent.variables === provider;
    return (
      <Service
        key={provider}
        icon={<Icon size={24} stroke={1.5} aria-hidden />}
        name={t(`service.${provider}`)}
        text={configured === false ? t('service.unset') : t(`service.${provider}Text`)}
        action={
          configured === false ? null : (
            <Button size="xs" disabled={!services} loading={isGoing} onClick={() => consent.mutate(provider)}>
              {t('service.connect', { service: t(`service.${provider}`) })}
            </Button>
          )
        }
      />
    );
  };
  return (
    <>
      <ul className={classes.services}>
        {grantedProviders.map(granted)}
        <Service
          icon={<IconMail size={24} stroke={1.5} aria-hidden />}
          name={t('service.smtp_imap')}
          text={t('service.smtp_imapText')}
          action={
            !servers && (
              <Button size="xs" variant="default" onClick={() => setServers(true)}>
                {t('service.servers')}
              </Button>
            )
          }
        />
      </ul>
      {servers && <ServersForm known={null} onDone={onDone} onCancel={() => setServers(false)} />}
    </>
  );
}
