import { Button, Group } from '@mantine/core';
import type { OwnSession } from '@headwater/contract/security';
import { useTranslation } from '#lib/use-translation.ts';
import { confirm } from '#ui/modals.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import { StatusPill } from '#ui/StatusPill.tsx';
import { useSecurityChanges } from '../api/security.ts';
import { agentName } from '#lib/user-agent.ts';
import classes from './security.module.css';

function Session({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const { t } = useTranslation('security');
  const { browser, system } = agentName(session.agent);
  const name = browser && system ? t('browserOn', { browser, system }) : (browser ?? system ?? t('unknownBrowser'));
  return (
    <li className={classes.session}>
      <div className={classes.what}>
        <div className={classes.head}>
          <span>{name}</span>
          {session.is_current && <StatusPill color={4}>{t('here')}</StatusPill>}
        </div>
        <div className={classes.quiet}>
          {session.address && <>{session.address} · </>}
          {t('seen')} <RelativeTime value={session.seen_at ?? session.created_at} />
        </div>
      </div>
      {!session.is_current && (
        <Button variant="default" aria-label={t('signOutOf', { name })} onClick={onEnd}>
          {t('signOut')}
        </Button>
      )}
    </li>
  );
}

const say = (change: Promise<unknown>, message: string) =>
  change.then(() => showSnackbar({ message, tone: 'success', key: 'sessions' }), showError);

export function Sessions({ sessions }: { sessions: readonly OwnSession[] }) {
  const { t } = useTranslation('security');
  const { endSession, endOthers } = useSecurityChanges();
  const others = async () => {
    const isSure = await confirm({ title: t('signOutOthersTitle'), text: t('signOutOthersText'), confirm: t('signOutOthers') });
    if (isSure) await say(endOthers(), t('signedOutOthers'));
  };
  return (
    <div className={classes.block}>
      <h3 className={classes.heading}>{t('sessions')}</h3>
      <ul className={classes.sessions}>
        {sessions.map((session) => (
          <Session key={session.id} session={session} onEnd={() => void say(endSession(session.id), t('signedOut'))} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <Group mt={8}>
          <Button variant="default" onClick={() => void others()}>
            {t('signOutOthers')}
          </Button>
        </Group>
      )}
    </div>
  );
}
