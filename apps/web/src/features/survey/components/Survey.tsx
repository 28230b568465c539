import { dayMs } from '@headwater/domain/time/durations';
import { CloseButton } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { CurrentUser } from '@headwater/contract/accounts';
import { currentLanguage } from '#lib/i18n.ts';
import { useStoredState } from '#lib/stored-state.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { surveyFacts } from '../survey-facts.ts';
import classes from './Survey.module.css';

const frameName = 'headwater-survey';
/** The frame has another origin: its storage and scripts cannot reach this page. */
const sandbox = 'allow-forms allow-popups allow-same-origin allow-scripts';
const restMs = 30 * dayMs;

interface SurveyProps {
  user: CurrentUser;
  survey: NonNullable<CurrentUser['survey']>;
}

/** SHELL-033, SHELL-034. A form post, so that no logged address identifies the user. */
export function Survey({ user, survey }: SurveyProps) {
  const { t } = useTranslation('survey');
  const form = useRef<HTMLFormElement>(null);
  // The load event also fires for the empty frame.
  const isSent = useRef(false);
  const [isOpen, setOpen] = useState(false);
  const [closedAt, setClosedAt] = useStoredState(`survey.${user.id}`, 0);
  const [openedAt] = useState(() => Date.now());
  const isResting = openedAt - closedAt < restMs;
  useEffect(() => {
    isSent.current = form.current !== null;
    form.current?.submit();
  }, []);
  if (isResting) return null;
  const facts = surveyFacts(user, { account: survey.account, language: currentLanguage() });
  return (
    <aside className={classes.card} data-waiting={!isOpen || undefined} aria-label={t('frame')}>
      <div className={classes.head}>
        <h2 className={classes.title}>{t('title')}</h2>
        <CloseButton size="sm" aria-label={t('close')} onClick={() => setClosedAt(Date.now())} />
      </div>
      <form ref={form} method="post" action={survey.address} target={frameName} hidden>
        {Object.entries(facts).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      </form>
      <iframe
        className={classes.frame}
        name={frameName}
        title={t('frame')}
        sandbox={sandbox}
        referrerPolicy="no-referrer"
        onLoad={() => setOpen(isSent.current)}
      />
    </aside>
  );
}
