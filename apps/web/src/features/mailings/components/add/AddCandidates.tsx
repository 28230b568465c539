import { Alert, Button, Checkbox, Group, Stack } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MailingListView } from '@headwater/contract/mailings';
import { ApiError } from '#lib/api-error.ts';
import { orpc } from '#lib/api.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { openModal } from '#ui/modals.tsx';
import { SkeletonForm } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { candidatesWith, useAddPeople } from '../../api/add.ts';
import { OpenContactsChoice } from './OpenContactsChoice.tsx';

interface AddCandidatesProps {
  list: MailingListView;
  folderId: number;
}

function StatusChoice({ list, folderId, onDone }: AddCandidatesProps & { onDone: () => void }) {
  const { t } = useTranslation(['mailings', 'ui']);
  const add = useAddPeople();
  const query = useQuery(orpc.vacancies.get.queryOptions({ input: { id: folderId } }));
  const [chosen, setChosen] = useState<string[]>([]);
  const [opensContacts, setOpensContacts] = useState(false);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  if (query.isLoadingError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <SkeletonForm fields={3} />;
  const statuses = query.data.statuses.filter(({ candidates_count: count }) => count > 0);
  const people = statuses.filter(({ id }) => chosen.includes(String(id))).reduce((sum, status) => sum + status.candidates_count, 0);
  const send = async () => {
    setPending(true);
    try {
      const ids = await candidatesWith(folderId, { statuses: chosen.map(Number) });
      await add(list, { candidate_ids: ids, source: 'vacancy', open_contacts: opensContacts });
      onDone();
    } catch (error) {
      setPending(false);
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
    }
  };
  return (
    <Stack gap="lg">
      {problem && (
        <Alert color="red" role="alert" p="sm">
          {problem}
        </Alert>
      )}
      <Checkbox.Group label={t('add.byStatus')} value={chosen} onChange={setChosen}>
        <Stack gap="sm" mt="sm">
          {statuses.map(({ id, name, candidates_count: count }) => (
            <Checkbox key={id} value={String(id)} label={`${name} · ${count}`} />
          ))}
        </Stack>
      </Checkbox.Group>
      {statuses.length === 0 && t('add.noCandidates')}
      <OpenContactsChoice checked={opensContacts} onChange={setOpensContacts} people={people} />
      <Group justify="flex-end">
        <Button loading={pending} disabled={people === 0} onClick={() => void send()}>
          {t('add.addPeople', { count: people })}
        </Button>
      </Group>
    </Stack>
  );
}

function openChoice(title: string, props: AddCandidatesProps): void {
  void openModal({ title, content: (close) => <StatusChoice {...props} onDone={() => close()} /> });
}

export function AddCandidates(props: AddCandidatesProps) {
  const { t } = useTranslation('mailings');
  return (
    <Button size="xs" variant="default" leftSection={<IconUserPlus size={14} />} onClick={() => openChoice(t('recipients.add'), props)}>
      {t('recipients.add')}
    </Button>
  );
}
