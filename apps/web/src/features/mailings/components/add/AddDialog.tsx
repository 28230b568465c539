import { Alert, Button, Checkbox, Group, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MailingListView } from '@headwater/contract/mailings';
import { ApiError } from '#lib/api-error.ts';
import { api, orpc } from '#lib/api.ts';
import { SkeletonForm } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { useAddPeople, type Whom } from '../../api/add.ts';

/** Where people are put: into a mailing of this vacancy, or into a sequence. */
export type Where = { kind: 'mailing'; folderId: number } | { kind: 'sequence' };

interface AddDialogProps {
  where: Where;
  whom: Whom;
  onDone: (added?: boolean) => void;
}

const makeNew = 'new';

/** The mailings or sequences that people can be put into; past the first hundred they are found by name. */
function useChoices(where: Where, search: string) {
  const input = { per_page: 100, ...(search ? { search } : {}) };
  const mailings = useQuery({
    ...orpc.mailings.list.queryOptions({ input: { ...input, folder_id: where.kind === 'mailing' ? where.folderId : 1 } }),
    enabled: where.kind === 'mailing',
  });
  const sequences = useQuery({ ...orpc.sequences.list.queryOptions({ input }), enabled: where.kind === 'sequence' });
  const query = where.kind === 'mailing' ? mailings : sequences;
  const rows = (where.kind === 'mailing' ? mailings.data?.mailing_lists : sequences.data?.sequences) ?? [];
  return { query, rows: rows.filter(({ permissions }) => permissions.edit) };
}

const create = (where: Where, name: string): Promise<MailingListView> =>
  where.kind === 'mailing' ? api.mailings.create({ folder_id: where.folderId, name }) : api.sequences.create({ name });

/** CAND-010: into which mailing or sequence the chosen people go. */
export function AddDialog({ where, whom, onDone }: AddDialogProps) {
  const { t } = useTranslation(['mailings', 'ui']);
  const add = useAddPeople();
  const { query, rows } = useChoices(where, '');
  const [chosen, setChosen] = useState<string>();
  const [opensContacts, setOpensContacts] = useState(false);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <SkeletonForm fields={2} />;
  const value = chosen ?? (rows[0] ? String(rows[0].id) : makeNew);
  const newName = t(where.kind === 'mailing' ? 'firstName' : 'add.sequenceName', { number: rows.length + 1 });
  const send = async () => {
    setPending(true);
    try {
      const known = rows.find(({ id }) => String(id) === value);
      await add(known ?? (await create(where, newName)), { ...whom, open_contacts: opensContacts });
      onDone(true);
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : undefined);
      setPending(false);
      if (!(error instanceof ApiError)) throw error;
    }
  };
  return (
    <Stack gap="lg">
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
        data={[
          ...rows.map(({ id, name }) => ({ value: String(id), label: name })),
          { value: makeNew, label: t('add.new', { name: newName }) },
        ]}
        value={value}
        onChange={(next) => next !== null && setChosen(next)}
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
        <Button loading={pending} onClick={() => void send()}>
          {t('add.add')}
        </Button>
      </Group>
    </Stack>
  );
}
