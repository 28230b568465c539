import { Alert, Button, Checkbox, Group, SegmentedControl, Select, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MailingListView } from '@headwater/contract/mailings';
import { ApiError } from '#lib/api-error.ts';
import { api, orpc } from '#lib/api.ts';
import { SkeletonForm } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';

/** Where people are put: into a mailing of this vacancy (null: of any, and none can be made), or into a sequence. */
export type Where = { kind: 'mailing'; folderId: number | null } | { kind: 'sequence' };

interface AddDialogProps {
  /** More than one: the person chooses. */
  wheres: readonly [Where, ...Where[]];
  onAdd: (to: MailingListView, opensContacts: boolean) => Promise<void>;
  onDone: (added?: boolean) => void;
}

const makeNew = 'new';

/** The mailings or sequences that people can be put into, the newest hundred with that in their names. */
function useChoices(where: Where, search: string) {
  const input = { per_page: 100, ...(search ? { search } : {}) };
  const folder = where.kind === 'mailing' && where.folderId !== null ? { folder_id: where.folderId } : {};
  const mailings = useQuery({
    ...orpc.mailings.list.queryOptions({ input: { ...input, ...folder } }),
    placeholderData: keepPreviousData,
    enabled: where.kind === 'mailing',
  });
  const sequences = useQuery({
    ...orpc.sequences.list.queryOptions({ input }),
    placeholderData: keepPreviousData,
    enabled: where.kind === 'sequence',
  });
  const query = where.kind === 'mailing' ? mailings : sequences;
  const rows = (where.kind === 'mailing' ? mailings.data?.mailing_lists : sequences.data?.sequences) ?? [];
  return { query, rows: rows.filter(({ permissions }) => permissions.edit) };
}

/** Mailings of several vacancies often have the same names. */
const labelOf = ({ name, folder }: MailingListView, where: Where): string =>
  where.kind === 'mailing' && where.folderId === null && folder ? `${name} · ${folder.name}` : name;

const create = (where: Where, name: string): Promise<MailingListView> =>
  where.kind === 'mailing' ? api.mailings.create({ folder_id: where.folderId ?? 0, name }) : api.sequences.create({ name });

interface ChoiceProps {
  where: Where;
  onAdd: AddDialogProps['onAdd'];
  onDone: AddDialogProps['onDone'];
}

/** CAND-010: into which mailing or sequence the chosen people go. */
function Choice({ where, onAdd, onDone }: ChoiceProps) {
  const { t } = useTranslation(['mailings', 'ui']);
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 200);
  const { query, rows } = useChoices(where, search);
  const [chosen, setChosen] = useState<MailingListView | typeof makeNew>();
  const [opensContacts, setOpensContacts] = useState(false);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <SkeletonForm fields={2} />;
  const mayMake = where.kind === 'sequence' || where.folderId !== null;
  const value = chosen ?? (search === '' ? rows[0] : undefined) ?? (mayMake ? makeNew : undefined);
  const newName = t(where.kind === 'mailing' ? 'firstName' : 'add.sequenceName', { number: query.data.count + 1 });
  // The chosen one stays offered while another is looked for.
  const offered = typeof chosen === 'object' && !rows.some(({ id }) => id === chosen.id) ? [chosen, ...rows] : rows;
  const data = [
    ...offered.map((row) => ({ value: String(row.id), label: labelOf(row, where) })),
    ...(mayMake ? [{ value: makeNew, label: t('add.new', { name: newName }) }] : []),
  ];
  const send = async () => {
    if (!value) return;
    setPending(true);
    try {
      await onAdd(value === makeNew ? await create(where, newName) : value, opensContacts);
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
      <Select
        label={t(where.kind === 'mailing' ? 'mailing' : 'add.sequence')}
        data-autofocus
        searchable
        allowDeselect={false}
        description={mayMake ? undefined : t('add.ofVacancies')}
        nothingFoundMessage={t('add.noneFits')}
        // The field also says what is chosen; that is no question.
        onSearchChange={(text) => setTyped(data.some(({ label }) => label === text) ? '' : text.trim())}
        data={data}
        value={value ? (value === makeNew ? makeNew : String(value.id)) : null}
        onChange={(next) => setChosen(next === makeNew ? makeNew : offered.find(({ id }) => String(id) === next))}
      />
      <Checkbox
        label={t('add.openContacts')}
        description={t('add.openContactsText')}
        checked={opensContacts}
        onChange={(event) => setOpensContacts(event.currentTarget.checked)}
      />
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

/** Asks for one mailing or sequence and puts people into it. */
export function AddDialog({ wheres, onAdd, onDone }: AddDialogProps) {
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
      <Choice key={kind} where={where} onAdd={onAdd} onDone={onDone} />
    </Stack>
  );
}
