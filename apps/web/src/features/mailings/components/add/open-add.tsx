import { formatNumber } from '#lib/format.ts';
import { currentLanguage, textsOf } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { openModal } from '#ui/modals.tsx';
import { type FollowJob, type FoundPeople, useAddFound } from '../../api/add-found.ts';
import { countOf, useAddPeople, type Whom } from '../../api/add.ts';
import classes from '../mailings.module.css';
import type { Where } from '../../api/destinations.ts';
import { AddDialog } from './AddDialog.tsx';

/** CAND-035: maximum number of people added from a search. */
const most = 50_000;

interface OpenProps {
  onDone: (added?: boolean) => void;
}

function PeopleDialog({ where, whom, onDone }: OpenProps & { where: Where; whom: Whom }) {
  const add = useAddPeople();
  return (
    <AddDialog
      wheres={[where]}
      people={countOf(whom)}
      onAdd={(to, opensContacts) => add(to, { ...whom, open_contacts: opensContacts })}
      onDone={onDone}
    />
  );
}

/** Returns true after people are added. Import this lazily, with its texts. */
export async function openAddToMailing(where: Where, whom: Whom): Promise<boolean> {
  const t = textsOf('mailings');
  const added = await openModal<boolean>({
    title: t(where.kind === 'mailing' ? 'add.title' : 'add.sequenceTitle', { count: countOf(whom) }),
    content: (close) => <PeopleDialog where={where} whom={whom} onDone={close} />,
  });
  return added === true;
}

interface FoundProps {
  found: FoundPeople;
  follow: FollowJob;
  mayMail: boolean;
}

function FoundDialog({ found, follow, mayMail, onDone }: OpenProps & FoundProps) {
  const { t } = useTranslation('mailings');
  const add = useAddFound(follow);
  const mailing = { kind: 'mailing', folderId: found.folderId } as const;
  const wheres = [{ kind: 'sequence' } as const, ...(mayMail ? [mailing] : [])] as const;
  return (
    <>
      {found.count > most && <p className={classes.quiet}>{t('add.foundMost', { most: formatNumber(most, currentLanguage()) })}</p>}
      <AddDialog
        wheres={wheres}
        people={Math.min(found.count, most)}
        onAdd={(to, opensContacts) => add(to, found, opensContacts)}
        onDone={onDone}
      />
    </>
  );
}

/** Returns true after the job has started. */
export async function openAddFound(props: FoundProps): Promise<boolean> {
  const t = textsOf('mailings');
  const added = await openModal<boolean>({
    title: t('add.foundTitle', { count: props.found.count }),
    content: (close) => <FoundDialog {...props} onDone={close} />,
  });
  return added === true;
}
