import { Button, UnstyledButton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '#lib/use-translation.ts';
import { openMessage } from '#ui/modals.tsx';
import classes from './sequences.module.css';

const steps = ['first', 'second', 'third'] as const;

/** SEQ-002. */
export function Intro() {
  const { t } = useTranslation('sequences');
  return (
    <div className={classes.intro}>
      <h2 className={classes.introTitle}>{t('intro.title')}</h2>
      <p className={classes.introText}>{t('intro.text')}</p>
      <ol className={classes.introSteps}>
        {steps.map((step, index) => (
          <li key={step} className={classes.introStep}>
            <span className={classes.introNumber} aria-hidden>
              {index + 1}
            </span>
            <strong>{t(`intro.${step}`)}</strong>
            <span className={classes.quiet}>{t(`intro.${step}Text`)}</span>
          </li>
        ))}
      </ol>
      <div className={classes.introActions}>
        <Button component={Link} to="/messaging/sequences/new" leftSection={<IconPlus size={16} />}>
          {t('new')}
        </Button>
        <UnstyledButton className={classes.link} onClick={() => void openMessage({ title: t('help.title'), text: t('help.text') })}>
          {t('intro.help')}
        </UnstyledButton>
      </div>
    </div>
  );
}
