import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { MailingListView } from '@headwater/contract/mailings';
import { MessageTab, useLock } from '#features/mailings/components/MessageTab.tsx';
import { SaveMark } from '#features/mailings/components/SaveMark.tsx';
import type { StepEditorProps } from '#features/mailings/components/steps/StepEditor.tsx';
import { useSteps } from '#features/mailings/model/use-steps.ts';
import { mayAccess } from '@headwater/domain/access';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SimSelect } from './SimSelect.tsx';

/** SEQ-005. */
export function EditSequence({ sequence, start }: { sequence: MailingListView } & Pick<StepEditorProps, 'start'>) {
  const { t } = useTranslation('sequences');
  const navigate = useNavigate();
  const steps = useSteps(sequence);
  const user = useCurrentUser();
  const isLocked = useLock(sequence) !== undefined;
  const messenger = mayAccess('telegram', asActor(user)) ? <SimSelect sequence={sequence} disabled={isLocked} /> : undefined;
  const back = async () => {
    await steps.flush();
    await navigate({ to: '/messaging/sequences/$sequenceId', params: { sequenceId: String(sequence.id) } });
  };
  return (
    <>
      <PageHeader
        title={sequence.name}
        note={<SaveMark state={steps.state} onRetry={() => void steps.flush()} />}
        onBack={() => void back()}
        actions={
          <Button size="xs" onClick={() => void back()}>
            {t('done')}
          </Button>
        }
      />
      <MessageTab list={sequence} steps={steps} start={start} messenger={messenger} />
    </>
  );
}
