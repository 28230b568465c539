import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { StatusBadge } from '@headwater/contract/statuses';
import { mayAccess } from '@headwater/domain/access';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { useTranslation } from '#lib/use-translation.ts';
import part from '#ui/ProfilePart.module.css';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { SkeletonText } from '#ui/skeletons.tsx';
import { useChangeStatus } from '../api/candidates.ts';
import { vacanciesOfProfileQuery, vacancyQuery } from '../api/vacancies.ts';
import { AddToVacancy } from './add/AddToVacancy.tsx';
import classes from './ProfileVacancies.module.css';
import { StatusButton } from './StatusButton.tsx';
import { StatusMenuHost } from './StatusMenu.tsx';
import { givenStatuses } from './vacancy/mass-actions.tsx';

interface ProfileVacanciesProps {
  profileId: number;
  name: string;
}

interface Entry {
  id: number;
  name: string;
  candidate_id: number;
  status: StatusBadge;
  updated_at: string;
}

function Row({ entry, name }: { entry: Entry; name: string }) {
  const vacancy = useQuery(vacancyQuery(entry.id)).data;
  const change = useChangeStatus(entry.id);
  const mayChange = vacancy?.permissions.change_statuses === true;
  const candidate = { id: entry.candidate_id, status: entry.status, profile: { name } };
  return (
    <li className={classes.row}>
      <span className={classes.words}>
        <Link to="/folders/$folderId/" params={{ folderId: String(entry.id) }} className={classes.link}>
          {entry.name}
        </Link>
        <span className={classes.quiet}>
          <RelativeTime value={entry.updated_at} />
        </span>
      </span>
      <StatusButton
        status={entry.status}
        name={name}
        statuses={vacancy ? givenStatuses(vacancy) : []}
        onChange={mayChange ? (status) => void change([candidate], status) : undefined}
      />
    </li>
  );
}

/** CAND-037. */
export function ProfileVacancies({ profileId, name }: ProfileVacanciesProps) {
  const { t } = useTranslation('vacancies');
  const user = useCurrentUser();
  const query = useQuery(vacanciesOfProfileQuery(profileId));
  if (!mayAccess('vacancies', asActor(user)) || query.isError) return null;
  const folders = query.data?.folders ?? [];
  return (
    <section className={part.section}>
      <div className={part.head}>
        <h3 className={part.title}>
          {t('title')}
          {folders.length > 0 && <span className={part.count}>{folders.length}</span>}
        </h3>
        <AddToVacancy target={{ profiles: [profileId] }} label={t('add')} size="compact-xs" variant="subtle" />
      </div>
      {query.isPending && <SkeletonText lines={1} />}
      {query.isSuccess && folders.length === 0 && <p className={classes.quiet}>{t('inNoVacancy')}</p>}
      <StatusMenuHost>
        <ul className={classes.list}>
          {folders.map((entry) => (
            <Row key={entry.candidate_id} entry={entry} name={name} />
          ))}
        </ul>
      </StatusMenuHost>
    </section>
  );
}
