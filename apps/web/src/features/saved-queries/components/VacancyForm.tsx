import { Alert, Anchor, Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { api, orpc } from '#lib/api.ts';
import { useFirstFocus } from '#lib/first-focus.ts';
import { sendEvent } from '#lib/usage-events.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { SkeletonForm } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { fromSearchQuery, refreshSmartFolders } from '../api/smart-folders.ts';
import type { FilterName } from '../model/chips.ts';
import type { StoredSearch } from '../model/stored-search.ts';
import { QueryChips } from './QueryChips.tsx';
import classes from './dialogs.module.css';

interface VacancyFormProps {
  queryId: number;
  search: StoredSearch;
  names: readonly FilterName[];
  onCancel: () => void;
  onMade: (vacancy: { id: number; name: string }) => void;
}

/** SMF-011, SMF-012. */
export function VacancyForm(props: VacancyFormProps) {
  const { t } = useTranslation('saved-queries');
  const { data, error, refetch } = useQuery(fromSearchQuery(props.queryId));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonForm fields={2} />;
  return (
    <>
      {data.folders.length > 0 && (
        <Alert mb="md" p="sm">
          {t('form.already', { count: data.folders.length })}
          <ul className={classes.links}>
            {data.folders.map(({ id, name }) => (
              <li key={id}>
                <Anchor component={Link} to={`/smart-folders/${id}/`} size="sm" onClick={props.onCancel}>
                  {name}
                </Anchor>
              </li>
            ))}
          </ul>
        </Alert>
      )}
      <Fields {...props} draft={data.draft ?? { name: '', description: '' }} />
    </>
  );
}

function Fields({ search, names, draft, onCancel, onMade }: VacancyFormProps & { draft: { name: string; description: string } }) {
  const { t } = useTranslation('saved-queries');
  const client = useQueryClient();
  const focus = useFirstFocus<HTMLInputElement>();
  // If only storing the search failed, a retry must not create a second vacancy.
  const made = useRef<{ id: number; name: string }>(undefined);
  const form = useServerForm({
    initialValues: { name: draft.name, description: draft.description },
    async submit(values) {
      if (!made.current) {
        made.current = await api.vacancies.create(values);
        sendEvent('Folder: Create', { Folder_Id: made.current.id });
      }
      await api.smartFolders.setQuery({ id: made.current.id, ...search });
      sendEvent('Smart Folder: Save', { Smart_Folder_Type: 'New Folder' });
      return made.current;
    },
    onDone: (vacancy) => {
      void refreshSmartFolders(client);
      void client.invalidateQueries({ queryKey: orpc.vacancies.key() });
      onMade(vacancy);
    },
  });
  return (
    <ServerForm form={form} submitLabel={t('form.make')} onCancel={onCancel}>
      <TextInput ref={focus} data-autofocus label={t('form.name')} required maxLength={255} {...form.field('name')} />
      <Textarea label={t('form.description')} autosize minRows={2} maxRows={6} maxLength={10_000} {...form.field('description')} />
      <div className={classes.query}>
        <span className={classes.label}>{t('form.query')}</span>
        <QueryChips search={search} names={names} />
      </div>
    </ServerForm>
  );
}
