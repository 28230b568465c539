import { Checkbox, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { SavedQueryView } from '@headwater/contract/saved-queries';
import { alertPeriods } from '@headwater/domain/saved-queries';
import { api } from '#lib/api.ts';
import { useFirstFocus } from '#lib/first-focus.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { useSavedActions } from '../api/saved-queries.ts';
import type { FilterName } from '../model/chips.ts';
import { asksNothing, isSameSearch, type StoredSearch } from '../model/stored-search.ts';
import { QueryChips } from './QueryChips.tsx';
import classes from './dialogs.module.css';

interface Draft {
  name: string;
  description?: string;
  search: StoredSearch;
  names: readonly FilterName[];
}

type SaveFormProps = { onDone: () => void } & ({ draft: Draft } | { saved: SavedQueryView; current: StoredSearch });

/** SAVQ-002, SAVQ-004. */
export function SaveForm(props: SaveFormProps) {
  const { t } = useTranslation('saved-queries');
  const { refresh } = useSavedActions();
  const focus = useFirstFocus<HTMLInputElement>();
  const saved = 'saved' in props ? props.saved : undefined;
  const shown = 'saved' in props ? { search: props.saved, names: props.saved.filter_names } : props.draft;
  const current = 'saved' in props ? props.current : undefined;
  const mayReplace = saved !== undefined && current !== undefined && !asksNothing(current) && !isSameSearch(saved, current);
  const [replaces, setReplaces] = useState(false);
  const form = useServerForm({
    initialValues: {
      name: 'saved' in props ? props.saved.name : props.draft.name,
      description: 'saved' in props ? props.saved.description : (props.draft.description ?? ''),
      alert: saved?.alert ?? 'off',
      is_shared: saved?.is_shared ?? false,
    },
    submit: (values) =>
      saved
        ? api.savedQueries.update({ id: saved.id, ...values, ...(replaces ? current : {}) })
        : api.savedQueries.create({ ...values, query: shown.search.query, filters: shown.search.filters, ranking: shown.search.ranking }),
    onDone: ({ name }) => {
      showSnackbar({ message: t(saved ? 'saved.changed' : 'saved.done', { name }), tone: 'success' });
      void refresh();
      props.onDone();
    },
  });
  return (
    <ServerForm form={form} submitLabel={t('form.save')} onCancel={props.onDone}>
      <TextInput ref={focus} data-autofocus label={t('form.name')} required maxLength={100} {...form.field('name')} />
      <Textarea
        label={t('form.description')}
        description={t('form.descriptionHelp')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={1000}
        {...form.field('description')}
      />
      <Select
        label={t('alert.title')}
        description={t('alert.help')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        allowDeselect={false}
        data={alertPeriods.map((value) => ({ value, label: t(`alert.${value}`) }))}
        {...form.field('alert')}
      />
      <Switch label={t('share.label')} {...form.field('is_shared', { type: 'checkbox' })} />
      <div className={classes.query}>
        <span className={classes.label}>{t('form.query')}</span>
        <QueryChips search={replaces && current ? current : shown.search} names={shown.names} />
        {mayReplace && (
          <Checkbox
            size="xs"
            mt={8}
            label={t('form.useCurrent')}
            checked={replaces}
            onChange={(event) => setReplaces(event.currentTarget.checked)}
          />
        )}
      </div>
    </ServerForm>
  );
}
