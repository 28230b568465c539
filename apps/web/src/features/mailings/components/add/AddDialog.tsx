import { Alert, Button, Group, SegmentedControl, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { MailingListView } from '@headwater/contract/mailings';
import { ApiError } from '#lib/api-error.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { SkeletonForm } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { createDestination, useDestinations, type Where } from '../../api/destinations.ts';
import { useRefreshMailings } from '../../api/mailings.ts';
import { OpenContactsChoice } from './OpenContactsChoice.tsx';
import { type Destination, DestinationField, makeNew } from './DestinationField.tsx';

interface AddDialogProps {
  wheres: readonly [Where, ...Where[]];
  people: number;
  onAdd: (to: MailingListView, opensContacts: boolean) => Promise<void>;
  onDone: (added?: boolean) => void;
}

interface ChoiceProps {
  people: number;
  where: Where;
  onAdd: AddDialogProps['onAdd'];
  onDone: AddDialogProps['onDone'];
}

/** CAND-010 */
function Choice({ where, people, onAdd, onDone }: ChoiceProps) {
  const { t } = useTranslation(['mailings', 'ui']);
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 200);
  const { query, rows, isOwn } = useDestinations(where, search);
  // Unfiltered, so that a search does not change the default choice.
  const { query: all, own } = useDestinations(where, '');
  const refresh = useRefreshMailings();
  const [chosen, setChosen] = useState<Destination>();
  const [opensContacts, setOpensContacts] = useState(false);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  if (query.isLoadingError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <SkeletonForm fields={2} />;
  const mayMake = where.kind === 'sequence' || where.folderId !== null;
  const value = chosen ?? own ?? (mayMake ? makeNew : undefined);
  const newName = t(where.kind === 'mailing' ? 'firstName' : 'add.sequenceName', { number: (all.data ?? query.data).count + 1 });
  // Keep the chosen one as an option during a search.
  const offered = typeof value === 'object' && !rows.some(({ id }) => id === value.id) ? [value, ...rows] : rows;
  /** A retry after a failed addition must not create a second mailing. */
  const make = async () => {
    const made = await createDestination(where, newName);
    setChosen(made);
    void refresh();
    return made;
  };
  const send = async () => {
    if (!value) return;
    setPending(true);
    setProblem(undefined);
    try {
      await onAdd(value === makeNew ? await make() : value, opensContacts);
      onDone(true);
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : undefined);
      setPending(false);
      if (!(error instanceof ApiError)) throw error;
    }
  };
  return (
    <>
      {problem && (
        <Alert color="red" role="alert" p="sm">
          {problem}
        </Alert>
      )}
      <DestinationField
        where={where}
        offered={offered}
        value={value}
        newName={mayMake ? newName : undefined}
        isOwn={isOwn}
        onChoose={setChosen}
        onSearch={setTyped}
      />
      <OpenContactsChoice checked={opensContacts} onChange={setOpensContacts} people={people} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={() => onDone()}>
          {t('cancel', { ns: 'ui' })}
        </Button>
        <Button loading={pending} disabled={!value} onClick={() => void send()}>
          {t('add.add')}
        </Button>
      </Group>
    </>
  );
}

export function AddDialog({ wheres, people, onAdd, onDone }: AddDialogProps) {
  const { t } = useTranslation('mailings');
  const [kind, setKind] = useState(wheres[0].kind);
  const where = wheres.find((one) => one.kind === kind) ?? wheres[0];
  return (
    <Stack gap="lg">
      {wheres.length > 1 && (
        <SegmentedControl
          aria-label={t('add.to')}
          value={kind}
          data={wheres.map((one) => ({ value: one.kind, label: t(one.kind === 'mailing' ? 'mailing' : 'add.sequence') }))}
          onChange={setKind}
        />
      )}
      <Choice people={people} key={kind} where={where} onAdd={onAdd} onDone={onDone} />
    </Stack>
  );
}
