import { linkDays } from '@headwater/domain/profiles/link-days';
import { ActionIcon, Button, CopyButton, Group, Select, Stack, Text, TextInput, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ShortlistLinkView } from '@headwater/contract/shortlists';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { confirm } from '#ui/modals.tsx';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import { shortlistQuery, useShortlistActions } from '../api/shortlists.ts';
import classes from './shortlists.module.css';

type Days = (typeof linkDays)[number];

function OpenLink({ link, onRevoke }: { link: ShortlistLinkView; onRevoke: () => void }) {
  const { t } = useTranslation('shortlists');
  const opened = link.opened_count === 0 ? t('share.neverOpened') : t('share.opened', { count: link.opened_count });
  const revoke = t('share.revoke', { name: link.reviewer });
  return (
    <li className={classes.head}>
      <span className={classes.words}>
        <span className={classes.name}>{link.reviewer}</span>
        <span className={classes.quiet}>
          {[t('share.until', { date: formatDate(link.expires_at, currentLanguage()) }), opened, link.created_by]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      {link.may_revoke && (
        <Tooltip label={revoke}>
          <ActionIcon aria-label={revoke} onClick={onRevoke}>
            <IconTrash size={16} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  );
}

function OpenLinks({ links, vacancyId }: { links: readonly ShortlistLinkView[]; vacancyId: number }) {
  const { t } = useTranslation('shortlists');
  const { revokeLink, revokeLinks } = useShortlistActions();
  const revoke = (id: number) => revokeLink(id).then(() => showSnackbar({ message: t('share.revoked') }), showError);
  const own = links.filter((link) => link.may_revoke);
  const revokeAll = async () => {
    const text = t(own.length === links.length ? 'share.revokeAllText' : 'share.revokeAllTextOwn');
    if (!(await confirm({ title: t('share.revokeAllTitle'), text, confirm: t('share.revokeAll'), danger: true }))) return;
    await revokeLinks(vacancyId).then((count) => showSnackbar({ message: t('share.revokedAll', { count }) }), showError);
  };
  return (
    <section aria-label={t('share.links')}>
      <Group justify="space-between" wrap="nowrap">
        <h3 className={classes.title}>{t('share.links')}</h3>
        {own.length > 1 && (
          <Button variant="subtle" size="compact-sm" onClick={() => void revokeAll()}>
            {t('share.revokeAll')}
          </Button>
        )}
      </Group>
      <ul className={classes.plain}>
        {links.map((link) => (
          <OpenLink key={link.id} link={link} onRevoke={() => void revoke(link.id)} />
        ))}
      </ul>
    </section>
  );
}

function NewLink({ url, onAnother }: { url: string; onAnother: () => void }) {
  const { t } = useTranslation('shortlists');
  return (
    <Stack gap="xs">
      <Group gap="xs" wrap="nowrap" align="end">
        <TextInput flex={1} readOnly label={t('share.link')} value={url} onFocus={(event) => event.currentTarget.select()} />
        <CopyButton value={url}>
          {({ copied, copy }) => (
            <Button variant="default" data-autofocus leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />} onClick={copy}>
              {copied ? t('share.copiedNow') : t('share.copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Group justify="space-between" gap="xs">
        <p className={classes.quiet}>{t('share.once')}</p>
        <Button variant="subtle" size="compact-sm" onClick={onAnother}>
          {t('share.another')}
        </Button>
      </Group>
    </Stack>
  );
}

/** PPL-003. The link can be copied only once, after its creation. */
export function ShareDialog({ vacancyId }: { vacancyId: number }) {
  const { t } = useTranslation('shortlists');
  const links = useQuery(shortlistQuery(vacancyId)).data?.links ?? [];
  const { addLink } = useShortlistActions();
  const [reviewer, setReviewer] = useState('');
  const [days, setDays] = useState<Days>(7);
  const [made, setMade] = useState<string>();
  const [isPending, setPending] = useState(false);
  const make = async (event: FormEvent) => {
    event.preventDefault();
    setPending(true);
    try {
      setMade(await addLink(vacancyId, { reviewer: reviewer.trim(), days }));
    } catch (error) {
      showError(error);
    }
    setPending(false);
  };
  const another = () => {
    setMade(undefined);
    setReviewer('');
  };
  return (
    <Stack gap="md">
      <Text c="dimmed">{t('share.text')}</Text>
      {made ? (
        <NewLink url={made} onAnother={another} />
      ) : (
        <form onSubmit={(event) => void make(event)}>
          <Stack gap="sm">
            <TextInput
              data-autofocus
              label={t('share.reviewer')}
              description={t('share.reviewerHint')}
              required
              maxLength={100}
              value={reviewer}
              onChange={(event) => setReviewer(event.currentTarget.value)}
            />
            <Group gap="xs" align="end">
              <Select
                label={t('share.open')}
                w={160}
                allowDeselect={false}
                value={String(days)}
                onChange={(value) => setDays(Number(value) as Days)}
                data={linkDays.map((count) => ({ value: String(count), label: t('share.days', { count }) }))}
              />
              <Button type="submit" variant="filled" loading={isPending} disabled={reviewer.trim() === ''}>
                {t('share.make')}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
      {links.length > 0 && <OpenLinks links={links} vacancyId={vacancyId} />}
    </Stack>
  );
}
