import { ActionIcon, Button } from '@mantine/core';
import { IconListNumbers, IconMail, IconSparkles } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { mayAccess } from '@headwater/domain/access';
import { mailingParams } from '#features/mailings/model/params.ts';
import type { FurtherActions } from '#features/vacancies/components/vacancy/mass-actions.tsx';
import type { VacancyAddress } from '#features/vacancies/components/vacancy/vacancy-address.ts';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { usePhone } from '#lib/use-phone.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { openLlmMailing } from '../ai/llm-mailing.tsx';
import { addToMailing } from './add.ts';

/** A new mailing gets the candidates of the filters, without filters all. */
export function MailingLink({ folderId, shown }: { folderId: number; shown: VacancyAddress }) {
  const { t } = useTranslation('vacancies');
  const isPhone = usePhone();
  if (!mayAccess('messaging', asActor(useCurrentUser()))) return null;
  const whom = mailingParams.write({ of: shown.status, named: shown.query, messages: shown.messages });
  const link = { to: '/folders/$folderId/messaging', params: { folderId: String(folderId) }, search: whom } as const;
  if (isPhone) {
    return (
      <ActionIcon variant="default" aria-label={t('messageAll')} renderRoot={(props) => <Link {...link} {...props} />}>
        <IconMail size={16} stroke={1.6} />
      </ActionIcon>
    );
  }
  return (
    <Button variant="default" leftSection={<IconMail size={16} stroke={1.6} />} renderRoot={(props) => <Link {...link} {...props} />}>
      {t('messageAll')}
    </Button>
  );
}

/** CAND-010: adds the selected candidates to a mailing of the vacancy or to a sequence. */
export function useMailingActions(): FurtherActions {
  const { t } = useTranslation('vacancies');
  const navigate = useNavigate();
  const actor = asActor(useCurrentUser());
  return (vacancy, { ids, clear }) => {
    const whom = { candidate_ids: [...ids], source: 'vacancy' } as const;
    const add = async (where: Parameters<typeof addToMailing>[0]) => {
      if (await addToMailing(where, whom)) clear();
    };
    const writeMessages = async (folderId: number, candidateIds: readonly number[]) => {
      const listId = await openLlmMailing(folderId, candidateIds);
      if (listId === undefined) return;
      clear();
      const search = mailingParams.write({ list: listId, tab: 'personalization' });
      await navigate({ to: '/folders/$folderId/messaging', params: { folderId: String(folderId) }, search });
    };
    return [
      ...(mayAccess('messaging', actor)
        ? [
            {
              id: 'mailing' as const,
              label: t('toMailing'),
              Icon: IconMail,
              act: () => void add({ kind: 'mailing', folderId: vacancy.id }),
            },
            {
              id: 'letters' as const,
              label: t('lettersByAi'),
              Icon: IconSparkles,
              act: () => void writeMessages(vacancy.id, whom.candidate_ids),
            },
          ]
        : []),
      ...(mayAccess('sequences', actor)
        ? [{ id: 'sequence' as const, label: t('toSequence'), Icon: IconListNumbers, act: () => void add({ kind: 'sequence' }) }]
        : []),
    ];
  };
}
