import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { PushBrowser } from '@headwater/contract/notices';
import { useTranslation } from '#lib/use-translation.ts';
import { agentName } from '#lib/user-agent.ts';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import { StatusPill } from '#ui/StatusPill.tsx';
import { browsersQuery, pushStateQuery, usePushChanges } from '../api/browsers.ts';
import { NoPushService } from '../model/push.ts';
import classes from './notices.module.css';

function Browser({ browser }: { browser: PushBrowser }) {
  const { t } = useTranslation('notices');
  const { remove } = usePushChanges();
  const { browser: program, system } = agentName(browser.agent);
  const name = program && system ? t('push.browserOn', { browser: program, system }) : (program ?? system ?? t('push.unknown'));
  const act = useMutation({
    mutationFn: () => remove(browser),
    onError: showError,
    onSuccess: () => showSnackbar({ message: t('push.removed'), tone: 'success', key: 'push' }),
  });
  return (
    <li className={classes.browser}>
      <div className={classes.what}>
        <div className={classes.name}>
          <span>{name}</span>
          {browser.is_current && <StatusPill color={4}>{t('push.here')}</StatusPill>}
        </div>
        <div className={classes.since}>
          {t('push.since')} <RelativeTime value={browser.created_at} />
        </div>
      </div>
      <Button
        size="xs"
        variant="default"
        aria-label={t(browser.is_current ? 'push.turnOffOf' : 'push.removeOf', { name })}
        loading={act.isPending}
        onClick={() => act.mutate()}
      >
        {t(browser.is_current ? 'push.turnOff' : 'push.remove')}
      </Button>
    </li>
  );
}

/** The permission prompt appears only after a click. */
export function PushBrowsers({ pushKey }: { pushKey: string }) {
  const { t } = useTranslation('notices');
  const state = useQuery(pushStateQuery).data;
  const browsers = useQuery(browsersQuery).data?.browsers;
  const { turnOn } = usePushChanges();
  const act = useMutation({ mutationFn: () => turnOn(pushKey) });
  if (state === undefined || browsers === undefined) return null;
  const isOn = state === 'subscribed' && browsers.some(({ is_current: isCurrent }) => isCurrent);
  const shown = isOn ? 'on' : state === 'subscribed' ? 'off' : state;
  // Server errors are texts for the user, browser errors are not.
  const problem = act.error instanceof NoPushService ? t('push.noService') : act.error?.message;
  return (
    <section aria-label={t('push.title')} className={classes.push}>
      <div className={classes.browser}>
        <div className={classes.what}>
          <h3 className={classes.heading}>{t('push.title')}</h3>
          <p className={classes.state}>{t(`push.state.${shown}`)}</p>
        </div>
        {shown === 'off' && (
          <Button size="xs" loading={act.isPending} onClick={() => act.mutate()}>
            {t('push.turnOn')}
          </Button>
        )}
      </div>
      {shown === 'off' && problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      {browsers.length > 0 && (
        <ul className={classes.browsers}>
          {browsers.map((browser) => (
            <Browser key={browser.id} browser={browser} />
          ))}
        </ul>
      )}
    </section>
  );
}
