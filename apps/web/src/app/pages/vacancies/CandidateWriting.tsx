import { ActionIcon } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import type { CandidateView } from '@headwater/contract/candidates';
import { mayAccess } from '@headwater/domain/access';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { usePhone } from '#lib/use-phone.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { openComposer } from '../profiles/MessageButtons.tsx';
import { CandidateTelegramButton } from '../telegram/TelegramButton.tsx';
import classes from './writing.module.css';

/** On a phone the open person covers the list, so the row offers e-mail too. */
function EmailButton({ candidate: { id, profile } }: { candidate: CandidateView }) {
  const { t } = useTranslation('app');
  const user = useCurrentUser();
  if (!mayAccess('messaging', asActor(user)) || !profile.contact_types.includes('email')) return null;
  const label = t('writeEmail');
  return (
    <ActionIcon
      size={28}
      aria-label={profile.name ? `${label}: ${profile.name}` : label}
      onClick={(event) => {
        event.stopPropagation();
        openComposer({ name: profile.name, profileId: profile.id, candidateId: id });
      }}
    >
      <IconMail size={16} stroke={1.7} aria-hidden />
    </ActionIcon>
  );
}

export function CandidateWriting({ candidate }: { candidate: CandidateView }) {
  const phone = usePhone();
  if (!phone) return <CandidateTelegramButton candidate={candidate} />;
  return (
    <span className={classes.ways}>
      <EmailButton candidate={candidate} />
      <CandidateTelegramButton candidate={candidate} />
    </span>
  );
}
