import { ActionIcon, Anchor, Select } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import type { TelegramDialog } from '@headwater/contract/telegram-dialogs';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { dialogQuery, useChangeDialog } from '../api/dialogs.ts';
import { LinkProfile, UnlinkProfile } from './LinkProfile.tsx';
import { UsernameForm } from './UsernameForm.tsx';
import classes from './details.module.css';

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Facts({ dialog }: { dialog: TelegramDialog }) {
  const { t } = useTranslation('telegram');
  const { username, username_is_masked: isMasked, account, created_by: creator, created_at: created } = dialog;
  return (
    <dl className={classes.facts}>
      <Fact label={t('username')}>
        {username && !isMasked ? (
          <Anchor href={`https://t.me/${username}`} target="_blank" rel="noreferrer noopener" inherit>
            @{username}
          </Anchor>
        ) : (
          <span title={isMasked ? t('usernameMasked') : undefined}>{username ? `@${username}` : '—'}</span>
        )}
      </Fact>
      <Fact label={t('sim')}>
        {account.phone_number}
        {account.name !== '' && <span className={classes.quiet}>{account.name}</span>}
      </Fact>
      <Fact label={t('recruiter')}>{creator?.name ?? '—'}</Fact>
      <Fact label={t('begun')}>{formatDate(created, currentLanguage(), 'dateTime')}</Fact>
    </dl>
  );
}

function AccessSection({ dialog }: { dialog: TelegramDialog }) {
  const { t } = useTranslation('telegram');
  const change = useChangeDialog(dialog.id);
  return (
    <Select
      size="xs"
      label={t('whoSees')}
      allowDeselect={false}
      disabled={!dialog.permissions.edit || change.isPending}
      data={[
        { value: 'public', label: t('access.public') },
        { value: 'private', label: t('access.private') },
      ]}
      value={dialog.access_type}
      error={change.error?.message}
      onChange={(value) => change.mutate({ access_type: value === 'private' ? 'private' : 'public' })}
    />
  );
}

interface DialogDetailsProps {
  id: number;
  onClose: () => void;
  Person: ComponentType<{ profileId: number; name: string }>;
}

export function DialogDetails({ id, onClose, Person }: DialogDetailsProps) {
  const { t } = useTranslation(['telegram', 'ui']);
  const dialog = useQuery(dialogQuery(id)).data;
  if (!dialog) return null;
  const { profile, name } = dialog;
  return (
    <>
      <div className={classes.head}>
        <h2>{t('details')}</h2>
        <ActionIcon aria-label={t('close', { ns: 'ui' })} onClick={onClose}>
          <IconX size={16} />
        </ActionIcon>
      </div>
      <div className={classes.body}>
        <div className={classes.person}>
          <Avatar name={name} size={64} />
          <strong>{profile?.name || name}</strong>
          {profile && (
            <Anchor component={Link} to={`/profiles/${profile.id}`} size="sm">
              {t('openProfile')}
            </Anchor>
          )}
          {dialog.permissions.unlink && <UnlinkProfile dialog={dialog} />}
        </div>
        {dialog.permissions.link && <LinkProfile dialog={dialog} />}
        {profile && <Person profileId={profile.id} name={name} />}
        <Facts dialog={dialog} />
        {dialog.permissions.rename && <UsernameForm key={dialog.username} dialog={dialog} />}
        <AccessSection dialog={dialog} />
      </div>
    </>
  );
}
