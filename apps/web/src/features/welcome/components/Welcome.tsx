import { Button } from '@mantine/core';
import { type Icon, IconCircleCheck, IconFiles, IconMail, IconUsersPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { mayAccess } from '@headwater/domain/access';
import { asActor } from '#lib/actor.ts';
import { orpc } from '#lib/api.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { sendsEmailQuery } from '#lib/sends-email.ts';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './welcome.module.css';

interface StepProps {
  Icon: Icon;
  title: string;
  text: string;
  action: ReactNode;
  done?: boolean | undefined;
}

const ActionLink = ({ to, label }: { to: string; label: string }) => (
  <Button component={Link} to={to} variant="default">
    {label}
  </Button>
);

function Step({ Icon: StepIcon, title, text, action, done = false }: StepProps) {
  const { t } = useTranslation('welcome');
  return (
    <li className={classes.step}>
      <StepIcon size={22} stroke={1.5} className={classes.icon} aria-hidden />
      <div className={classes.words}>
        <h2 className={classes.stepTitle}>{title}</h2>
        <p className={classes.text}>{text}</p>
      </div>
      {done && (
        <span className={classes.done}>
          <IconCircleCheck size={18} stroke={1.6} aria-hidden />
          {t('done')}
        </span>
      )}
      {action}
    </li>
  );
}

interface WelcomeProps {
  hasMailbox: boolean;
  invite: ReactNode;
}

/** First steps in a new installation, in any order: people, a mailbox, colleagues. */
export function Welcome({ hasMailbox, invite }: WelcomeProps) {
  const { t } = useTranslation('welcome');
  const actor = asActor(useCurrentUser());
  const [searches, writes] = [mayAccess('search', actor), mayAccess('messaging', actor)];
  const { data: sendsEmail = true } = useQuery(sendsEmailQuery);
  const colleagues = useQuery(orpc.employees.list.queryOptions({ input: { per_page: 1 } })).data?.count ?? 0;
  return (
    <div className={classes.page}>
      <p className={classes.text}>{t('text')}</p>
      <ol className={classes.steps}>
        {searches && (
          <Step
            Icon={IconFiles}
            title={t('people.title')}
            text={t('people.text')}
            action={<ActionLink to="/profiles/import" label={t('people.action')} />}
          />
        )}
        {writes && (
          <Step
            Icon={IconMail}
            title={t('mailbox.title')}
            text={t('mailbox.text')}
            action={<ActionLink to="/messaging/settings" label={t('mailbox.action')} />}
            done={hasMailbox}
          />
        )}
        <Step
          Icon={IconUsersPlus}
          title={t(sendsEmail ? 'colleagues.title' : 'colleagues.addTitle')}
          text={sendsEmail ? t('colleagues.text') : `${t('colleagues.text')} ${t('colleagues.withoutEmail')}`}
          action={sendsEmail ? invite : <ActionLink to="/company/employees/add" label={t('colleagues.add')} />}
          done={colleagues > 1}
        />
      </ol>
      {searches && (
        <Link to="/" className={classes.skip}>
          {t('search')}
        </Link>
      )}
    </div>
  );
}
