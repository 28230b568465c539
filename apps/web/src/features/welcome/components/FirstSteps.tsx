import { Button } from '@mantine/core';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { mayAccess } from '@headwater/domain/access';
import { asActor } from '#lib/actor.ts';
import { orpc } from '#lib/api.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { useStoredState } from '#lib/stored-state.ts';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './welcome.module.css';

interface FirstStepsProps {
  hasPeople: boolean;
  /** Undefined while loading. */
  hasMailbox: boolean | undefined;
}

/** Stays on the search home of an administrator until all steps are done or the list is hidden. */
export function FirstSteps({ hasPeople, hasMailbox }: FirstStepsProps) {
  const { t } = useTranslation('welcome');
  const user = useCurrentUser();
  const [isHidden, setHidden] = useStoredState(`first-steps-hidden-${user.id}`, false);
  const colleagues = useQuery(orpc.employees.list.queryOptions({ input: { per_page: 1 } })).data?.count;
  const writes = mayAccess('messaging', asActor(user));
  if (isHidden || colleagues === undefined || (writes && hasMailbox === undefined)) return null;
  const steps = [
    { title: t('people.title'), to: '/profiles/import', isDone: hasPeople },
    ...(writes ? [{ title: t('mailbox.title'), to: '/messaging/settings', isDone: hasMailbox === true }] : []),
    { title: t('colleagues.title'), to: '/company/employees', isDone: colleagues > 1 },
  ];
  const done = steps.filter(({ isDone }) => isDone).length;
  if (done === steps.length) return null;
  return (
    <section className={classes.list} aria-label={t('list.title')}>
      <div className={classes.listHead}>
        <h2 className={classes.stepTitle}>
          <Link to="/welcome" className={classes.listLink}>
            {t('list.title')}
          </Link>
        </h2>
        <span className={classes.text}>{t('list.progress', { done, count: steps.length })}</span>
        <Button variant="subtle" size="compact-sm" ml="auto" onClick={() => setHidden(true)}>
          {t('list.hide')}
        </Button>
      </div>
      <ul className={classes.listSteps}>
        {steps.map(({ title, to, isDone }) => (
          <li key={to} className={classes.listStep} data-done={isDone || undefined}>
            {isDone ? <IconCircleCheck size={18} stroke={1.6} aria-label={t('done')} /> : <IconCircle size={18} stroke={1.6} aria-hidden />}
            {isDone ? title : <Link to={to}>{title}</Link>}
          </li>
        ))}
      </ul>
    </section>
  );
}
