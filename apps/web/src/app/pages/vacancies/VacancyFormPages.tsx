import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { vacancyQuery } from '#features/vacancies/api/vacancies.ts';
import { type DescriptionHelp as HelpProps, VacancyForm } from '#features/vacancies/components/form/VacancyForm.tsx';
import { HiddenVacancy } from '#features/vacancies/components/HiddenVacancy.tsx';
import { ApiError } from '#lib/api-error.ts';
import { useScreenParams } from '#lib/screen-params.ts';
import { newVacancyParams } from '#features/vacancies/model/params.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SkeletonForm } from '#ui/skeletons.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { ErrorState } from '#ui/states.tsx';
import { NotFoundPage } from '../NotFoundPage.tsx';
import { DescriptionHelp } from './DescriptionHelp.tsx';
import pages from '../pages.module.css';

const descriptionHelp = (props: HelpProps) => <DescriptionHelp {...props} />;

/** VAC-002. */
export function NewVacancyPage() {
  const { t } = useTranslation('vacancies');
  const navigate = useNavigate();
  usePageTitle(t('new'));
  const { shown } = useScreenParams(newVacancyParams);
  const source = useQuery({ ...vacancyQuery(shown.from ?? 0), enabled: shown.from !== undefined });
  const back = () => void navigate({ to: shown.from === undefined ? '/folders' : `/folders/${shown.from}` });
  if (source.isLoading) {
    return (
      <>
        <PageHeader title={t('new')} onBack={back} />
        <div className={pages.text}>
          <SkeletonForm fields={6} />
        </div>
      </>
    );
  }
  return (
    <>
      <PageHeader title={t('new')} onBack={back} />
      <VacancyForm
        source={source.data}
        onDone={(made) => {
          showSnackbar({ message: t('done.created', { name: made.name }), tone: 'success' });
          void navigate({ to: `/folders/${made.id}` });
        }}
        onCancel={back}
        descriptionHelp={descriptionHelp}
      />
    </>
  );
}

/** VAC-004. */
export function EditVacancyPage() {
  const { t } = useTranslation(['vacancies', 'ui']);
  const { folderId } = useParams({ strict: false }) as { folderId: string };
  const navigate = useNavigate();
  const id = Number(folderId);
  const known = Number.isInteger(id) && id > 0;
  const query = useQuery({ ...vacancyQuery(id), enabled: known });
  usePageTitle(t('editTitle'));
  const back = () => void navigate({ to: `/folders/${folderId}` });
  const status = query.error instanceof ApiError ? query.error.status : undefined;
  if (!known || status === 404) return <NotFoundPage />;
  if (status === 403 || query.data?.permissions.edit === false) return <HiddenVacancy />;
  if (query.error && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <>
      <PageHeader title={t('editTitle')} note={query.data?.name} onBack={back} />
      {query.data ? (
        <VacancyForm
          key={query.data.id}
          vacancy={query.data}
          onDone={() => {
            showSnackbar({ message: t('saved', { ns: 'ui' }), tone: 'success' });
            back();
          }}
          onCancel={back}
          descriptionHelp={descriptionHelp}
        />
      ) : (
        <div className={pages.text}>
          <SkeletonForm fields={6} />
        </div>
      )}
    </>
  );
}
