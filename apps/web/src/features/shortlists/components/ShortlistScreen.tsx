import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconLink, IconListCheck, IconUserMinus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ShortlistedView } from '@headwater/contract/shortlists';
import { ApiError } from '#lib/api-error.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { placeLine } from '#lib/place-line.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { openModal } from '#ui/modals.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SkeletonForm } from '#ui/skeletons.tsx';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { shortlistQuery, useShortlistActions } from '../api/shortlists.ts';
import { ReviewForm } from './ReviewForm.tsx';
import { Reviews } from './Reviews.tsx';
import { ShareDialog } from './ShareDialog.tsx';
import classes from './shortlists.module.css';

function Card({ entry, mayEdit }: { entry: ShortlistedView; mayEdit: boolean }) {
  const { t } = useTranslation('shortlists');
  const { remove, review } = useShortlistActions();
  const { profile, reviews } = entry;
  const name = profile.name ?? t('hiddenName');
  const own = reviews.find((each) => each.is_own) ?? null;
  const position = [profile.title, profile.company].filter(Boolean).join(', ') || profile.headline;
  const label = `${t('remove')}: ${name}`;
  const take = () => remove(entry.folder.id, entry.id).then(() => showSnackbar({ message: t('removed') }), showError);
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <Avatar name={name} src={profile.picture} size={40} />
        <span className={classes.words}>
          <Link to="/profiles/$profileId" params={{ profileId: String(profile.id) }} className={classes.name}>
            {name}
          </Link>
          <span>{position}</span>
          <span className={classes.quiet}>
            {[placeLine(profile), entry.added_by && t('addedBy', { name: entry.added_by })].filter(Boolean).join(' · ')}
          </span>
        </span>
        {mayEdit && (
          <Tooltip label={t('remove')}>
            <ActionIcon aria-label={label} onClick={() => void take()}>
              <IconUserMinus size={16} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      <Reviews reviews={reviews} name={name} />
      <ReviewForm name={name} own={own} isClosed={mayEdit} onReview={(given) => review(entry.id, given)} />
    </li>
  );
}

const openShare = (vacancyId: number, title: string) => void openModal({ title, content: () => <ShareDialog vacancyId={vacancyId} /> });

interface ShortlistScreenProps {
  vacancyId: number;
  missing: ReactNode;
  hidden: ReactNode;
}

/** PPL-003 */
export function ShortlistScreen({ vacancyId, missing, hidden }: ShortlistScreenProps) {
  const { t } = useTranslation('shortlists');
  const navigate = useNavigate();
  const query = useQuery({ ...shortlistQuery(vacancyId), enabled: Number.isInteger(vacancyId) && vacancyId > 0 });
  const { data } = query;
  usePageTitle(data ? `${t('title')}: ${data.folder.name}` : t('title'));
  const status = query.error instanceof ApiError ? query.error.status : undefined;
  if (status === 404 || status === 400 || !(vacancyId > 0)) return missing;
  if (status === 403) return hidden;
  if (query.error && !data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  const toVacancy = { to: '/folders/$folderId', params: { folderId: String(vacancyId) } } as const;
  return (
    <>
      <PageHeader
        title={t('title')}
        count={data?.candidates.length}
        note={data?.folder.name}
        onBack={() => void navigate(toVacancy)}
        actions={
          data?.may_edit && (
            <Button variant="filled" leftSection={<IconLink size={16} />} onClick={() => openShare(vacancyId, t('share.title'))}>
              {t('share.button')}
            </Button>
          )
        }
      />
      {!data && (
        <div className={classes.list}>
          <SkeletonForm fields={4} />
        </div>
      )}
      {data?.candidates.length === 0 && (
        <EmptyState
          icon={<IconListCheck size={20} stroke={1.6} />}
          title={t('none')}
          text={t(data.may_edit ? 'noneText' : 'noneTextReader')}
          action={
            <Button variant="default" renderRoot={(props) => <Link {...toVacancy} {...props} />}>
              {t('toVacancy')}
            </Button>
          }
        />
      )}
      {data && data.candidates.length > 0 && (
        <ul className={classes.list}>
          {data.candidates.map((entry) => (
            <Card key={entry.id} entry={entry} mayEdit={data.may_edit} />
          ))}
        </ul>
      )}
    </>
  );
}
