import { Alert, Button, Group, Loader, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck, IconCircleDashed } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ErasedCounts, ErasureView } from '@headwater/contract/privacy';
import { api } from '#lib/api.ts';
import { useFirstFocus } from '#lib/first-focus.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { erasureCheck, erasureProgress } from '../api/privacy.ts';
import { Systems, SystemStates } from './Systems.tsx';
import classes from './privacy.module.css';

interface EraseDialogProps {
  profileId: number;
  /** Null if the user may not see it. */
  name: string | null;
  onDone: () => void;
}

const kinds = ['candidates', 'messages', 'comments', 'contacts', 'files'] as const satisfies readonly (keyof ErasedCounts)[];
const stages = ['database', 'files', 'index'] as const;

function Counts({ counts }: { counts: ErasedCounts }) {
  const { t } = useTranslation('privacy');
  const shown = kinds.filter((kind) => counts[kind] > 0);
  if (shown.length === 0) return null;
  return (
    <ul className={classes.counts}>
      {shown.map((kind) => (
        <li key={kind}>{t(`counts.${kind}`, { count: counts[kind] })}</li>
      ))}
    </ul>
  );
}

function Stage({ stage, at }: { stage: (typeof stages)[number]; at: ErasureView['stage'] }) {
  const { t } = useTranslation('privacy');
  const isOver = at === 'done' || stages.indexOf(stage) < stages.indexOf(at);
  const icon = isOver ? <IconCheck size={16} className={classes.over} /> : <IconCircleDashed size={16} className={classes.ahead} />;
  return (
    <li className={classes.stage}>
      {stage === at ? <Loader size={16} /> : icon}
      {t(`stage.${stage}`)}
    </li>
  );
}

/** The erasure continues if the dialog is closed. */
function Progress({ erasure, onDone }: { erasure: ErasureView; onDone: () => void }) {
  const { t } = useTranslation('privacy');
  const { data } = useQuery(erasureProgress(erasure));
  const isDone = data.stage === 'done';
  return (
    <Stack gap="md">
      <output className={classes.progress}>
        <Text fw={500}>{t(isDone ? 'erased' : 'erasing')}</Text>
        <ul className={classes.stages}>
          {stages.map((stage) => (
            <Stage key={stage} stage={stage} at={data.stage} />
          ))}
        </ul>
        <SystemStates systems={data.systems} />
        {!isDone && <Text c="dimmed">{t('leave')}</Text>}
      </output>
      <Group justify="flex-end">
        <Button variant={isDone ? 'filled' : 'default'} onClick={onDone}>
          {t('close')}
        </Button>
      </Group>
    </Stack>
  );
}

/** DEC-14 */
export function EraseDialog({ profileId, name, onDone }: EraseDialogProps) {
  const { t } = useTranslation(['privacy', 'ui']);
  const client = useQueryClient();
  const focus = useFirstFocus<HTMLInputElement>();
  const [typed, setTyped] = useState('');
  const [inAts, setInAts] = useState(true);
  const check = useQuery(erasureCheck(profileId));
  const erase = useMutation({ mutationFn: () => api.privacy.erase({ id: profileId, in_ats: inAts }) });
  const expected = name ?? String(profileId);
  const fits = typed.trim().toLowerCase() === expected.trim().toLowerCase();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fits && !erase.isPending) erase.mutate();
  };
  const leave = () => {
    onDone();
    void client.invalidateQueries();
  };
  if (erase.data) return <Progress erasure={erase.data} onDone={leave} />;
  const problem = check.error ?? erase.error;
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {problem && <Alert color="red">{problem.message}</Alert>}
        {!check.error && (
          <>
            <div>
              <Text>{t('deletes')}</Text>
              {check.data ? <Counts counts={check.data} /> : <Loader size="xs" mt="xs" />}
            </div>
            {check.data && <Systems systems={check.data.systems} inAts={inAts} onChange={setInAts} />}
            <Text>{t('after')}</Text>
            <TextInput
              ref={focus}
              label={t('type', { name: expected })}
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          </>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onDone}>
            {t('cancel', { ns: 'ui' })}
          </Button>
          {!check.error && (
            <Button type="submit" color="red" disabled={!fits || !check.data} loading={erase.isPending}>
              {t('confirm')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
