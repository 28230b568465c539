import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCheck, IconLock, IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useState } from 'react';
import type { VacancyView } from '@headwater/contract/vacancies';
import { useFirstFocus } from '#lib/first-focus.ts';
import { isComposing } from '#lib/is-composing.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { SkeletonText } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { choiceQuery } from '../../api/vacancies.ts';
import classes from './VacancyPicker.module.css';

interface VacancyPickerProps {
  /** Selected vacancy, if choosing does not close the picker. */
  value?: number | undefined;
  onChoose: (vacancy: VacancyView) => void;
  onCreate?: (name: string) => void;
  except?: number;
  disabled?: boolean;
}

const create = 'create';
const fold = (text: string) => text.trim().toLocaleLowerCase();

interface ChoicesProps {
  offered: readonly VacancyView[];
  value: number | undefined;
  created: string | undefined;
}

function Choices({ offered, value, created }: ChoicesProps) {
  const { t } = useTranslation('vacancies');
  return (
    <>
      {offered.map((vacancy) => (
        <Combobox.Option key={vacancy.id} value={String(vacancy.id)} className={classes.option} aria-selected={value === vacancy.id}>
          <span className={classes.name}>{vacancy.name}</span>
          {vacancy.access_type === 'private' && <IconLock size={12} aria-label={t('private')} />}
          <span className={classes.company}>{vacancy.company_name}</span>
          {value === vacancy.id && <IconCheck size={14} aria-hidden />}
        </Combobox.Option>
      ))}
      {created !== undefined && (
        <Combobox.Option value={create} className={classes.option}>
          <IconPlus size={14} aria-hidden />
          <span className={classes.name}>{t('createNamed', { name: created })}</span>
        </Combobox.Option>
      )}
    </>
  );
}

export function VacancyPicker({ value, onChoose, onCreate, except, disabled = false }: VacancyPickerProps) {
  const { t } = useTranslation(['vacancies', 'ui']);
  // The list is always visible, so that Enter selects the marked entry directly.
  const combobox = useCombobox({ opened: true });
  // The code may load after the dialog has set the focus.
  const focus = useFirstFocus<HTMLInputElement>();
  const [typed, setTyped] = useState('');
  const [settled] = useDebouncedValue(typed.trim(), 150);
  const query = useQuery(choiceQuery(settled));
  const name = typed.trim();
  // Filter the old options until the response arrives: Enter must not select a wrong one.
  const stale = query.isPlaceholderData || settled !== name;
  const offered = (query.data?.folders ?? []).filter(
    (vacancy) => vacancy.id !== except && vacancy.permissions.change_candidates && (!stale || fold(vacancy.name).includes(fold(name))),
  );
  const isNew = onCreate !== undefined && name !== '' && !offered.some((vacancy) => fold(vacancy.name) === fold(name));

  const settles = stale || query.isPending;
  const options = [...offered.map(({ id }) => id), isNew].join(' ');
  useEffect(() => {
    combobox.selectFirstOption();
    // oxlint-disable-next-line react/exhaustive-deps -- depends on the options; the store object changes at every render
  }, [options]);

  // An Enter before the response selects its first option, not one of the old list.
  const [isEntered, setEntered] = useState(false);
  const byKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !settles || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    setEntered(true);
  };
  const choose = (chosen: string) => {
    if (disabled) return;
    if (chosen === create) onCreate?.(name);
    const vacancy = offered.find(({ id }) => String(id) === chosen);
    if (vacancy) onChoose(vacancy);
  };
  useEffect(() => {
    if (!isEntered || settles) return;
    setEntered(false);
    const first = offered[0] ? String(offered[0].id) : isNew && create;
    if (first) choose(first);
    // oxlint-disable-next-line react/exhaustive-deps -- runs when the response arrives
  }, [isEntered, settles]);

  return (
    <div>
      <Combobox store={combobox} onOptionSubmit={choose}>
        <Combobox.EventsTarget withKeyboardNavigation={!settles}>
          <TextInput
            data-autofocus
            ref={focus}
            label={t('vacancy')}
            placeholder={onCreate ? t('typeOrCreate') : t('typeName')}
            value={typed}
            maxLength={255}
            leftSection={<IconSearch size={14} aria-hidden />}
            onKeyDown={byKey}
            onChange={(event) => {
              setEntered(false);
              setTyped(event.currentTarget.value);
            }}
          />
        </Combobox.EventsTarget>
        <div className={classes.list} data-disabled={disabled || undefined}>
          {query.isError && !query.data && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
          {query.isPending && <SkeletonText lines={4} />}
          {query.data && (
            <Combobox.Options aria-label={t('title')}>
              <Choices offered={offered} value={value} created={isNew ? name : undefined} />
              {offered.length === 0 && !isNew && (
                <Combobox.Empty>{name === '' ? t('noneToChoose') : t('nothingFound', { ns: 'ui' })}</Combobox.Empty>
              )}
            </Combobox.Options>
          )}
        </div>
      </Combobox>
    </div>
  );
}
