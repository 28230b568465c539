import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { settingsParts, type SettingsPart } from './settings-parts.ts';
import classes from './settings.module.css';

const exactly = { exact: true, includeSearch: false };

function placeOf(part: SettingsPart) {
  if (part === 'mailbox') return { to: '/messaging/settings' } as const;
  return part === 'suppressions'
    ? ({ to: '/messaging/suppressions' } as const)
    : ({ to: '/messaging/settings/$part', params: { part } } as const);
}

export function SettingsFrame({ open, children }: { open: SettingsPart; children: ReactNode }) {
  const { t } = useTranslation('outreach');
  const parts = settingsParts(asActor(useCurrentUser()));
  const nav = useRef<HTMLElement>(null);
  // On a phone the row is wider than the screen. Braces: newer browsers return a promise.
  useEffect(() => {
    nav.current?.querySelector(`[data-part=${open}]`)?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [open]);
  return (
    <>
      <PageHeader title={t('settingsTitle')} />
      <div className={classes.frame}>
        <nav ref={nav} className={classes.parts} aria-label={t('settingsTitle')}>
          {parts.map((part) => (
            <Link key={part} data-part={part} {...placeOf(part)} className={classes.part} activeOptions={exactly}>
              {t(`settingsPart.${part}`)}
            </Link>
          ))}
        </nav>
        {children}
      </div>
    </>
  );
}
