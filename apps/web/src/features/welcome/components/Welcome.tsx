import { Button } from '@mantine/core';
import { type Icon, IconCircleCheck, IconFiles, IconMail, IconUsersPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { mayAccess } from '@headwater/domain/access';
import { asActor } from '#lib/actor.ts';
import { orpc } from '#lib/api.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './welcome.module.css';

interface StepProps {
  Icon: Icon;
  title: string;
  text: string;
  action: string;
  to: string;
  done?: boolean | undefined;
}

function Step({ Icon: StepIcon, title, text, action, to, done = false }: StepProps) {
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
      <Button component={Link} to={to} variant="default">
        {action}
      </Button>
    </li>
  );
}

/** What a new installation lacks: people, a mailbox, colleagues. In any order, and never asked for again. */
export function Welcome({ hasMailbox }: { hasMailbox: boolean }) {
  const { t } = useTranslation('welcome');
  const actor = asActor(useCurrentUser());
  const [searches, writes] = [mayAccess('search', actor), mayAccess('messaging', actor)];
  const colleagues = useQuery(orpc.employees.list.queryOptions({ input: { per_page: 1 } })).data?.count ?? 0;
  return (
    <div className={classes.page}>
      <p className={classes.text}>{t('text')}</p>
      <ol className={classes.steps}>
        {searches && (
          <Step Icon={IconFiles} title={t('people.title')} text={t('people.text')} action={t('people.action')} to="/profiles/import" />
        )}
        {writes && (
          <Step
            Icon={IconMail}
            title={t('mailbox.title')}
            text={t('mailbox.text')}
            action={t('mailbox.action')}
            to="/messaging/settings"
            done={hasMailbox}
          />
        )}
        <Step
          Icon={IconUsersPlus}
          title={t('colleagues.title')}
          text={t('colleagues.text')}
          action={t('colleagues.action')}
          to="/company/employees"
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
