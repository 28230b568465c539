import { linkDays } from '@headwater/domain/profiles/link-days';
import { ActionIcon, Button, CopyButton, Group, Select, Stack, Text, TextInput, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProfileLinkView } from '@headwater/contract/profile-links';
import { api } from '#lib/api.ts';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import { profileLinksQuery } from '../../api/links.ts';
import classes from './share.module.css';

type Days = (typeof linkDays)[number];

function OpenLink({ link, onRevoke }: { link: ProfileLinkView; onRevoke: () => void }) {
  const { t } = useTranslation('profiles');
  const opened = link.opened_count === 0 ? t('share.neverOpened') : t('share.opened', { count: link.opened_count });
  return (
    <li className={classes.link}>
      <span className={classes.about}>
        <span>{t('share.until', { date: formatDate(link.expires_at, currentLanguage()) })}</span>
        <span className={classes.quiet}>{[link.created_by?.name, opened].filter(Boolean).join(' · ')}</span>
      </span>
      {link.may_revoke && (
        <Tooltip label={t('share.revoke')}>
          <ActionIcon aria-label={t('share.revoke')} onClick={onRevoke}>
            <IconTrash size={16} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  );
}

/** PEDT-029. The link can be copied only once, after its creation. */
export function ShareDialog({ profileId }: { profileId: number }) {
  const { t } = useTranslation('profiles');
  const client = useQueryClient();
  const query = useQuery(profileLinksQuery(profileId));
  const [days, setDays] = useState<Days>(30);
  const [made, setMade] = useState<string>();
  const [isPending, setPending] = useState(false);
  const refresh = () => client.invalidateQueries({ queryKey: profileLinksQuery(profileId).queryKey });
  const make = async () => {
    setPending(true);
    try {
      const { url } = await api.profileLinks.add({ id: profileId, days });
      setMade(url);
      await navigator.clipboard?.writeText(url).then(
        () => showSnackbar({ message: t('share.copied'), tone: 'success' }),
        // The browser denied clipboard access; the user can copy from the field.
        () => undefined,
      );
      await refresh();
    } catch (error) {
      showError(error);
    }
    setPending(false);
  };
  const revoke = async (id: number) => {
    await api.profileLinks.revoke({ id }).then(() => showSnackbar({ message: t('share.revoked') }), showError);
    setMade(undefined);
    await refresh();
  };
  const links = query.data?.links ?? [];
  return (
    <Stack gap="md">
      <Text c="dimmed">{t('share.text')}</Text>
      {made ? (
        <Group gap="xs" wrap="nowrap" align="end">
          <TextInput flex={1} readOnly label={t('share.link')} value={made} onFocus={(event) => event.currentTarget.select()} />
          <CopyButton value={made}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                data-autofocus
                leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
                onClick={copy}
              >
                {copied ? t('copied') : t('share.copy')}
              </Button>
            )}
          </CopyButton>
        </Group>
      ) : (
        <Group gap="xs" align="end">
          <Select
            label={t('share.open')}
            w={160}
            allowDeselect={false}
            value={String(days)}
            onChange={(value) => setDays(Number(value) as Days)}
            data={linkDays.map((count) => ({ value: String(count), label: t('share.days', { count }) }))}
          />
          <Button data-autofocus loading={isPending} onClick={() => void make()}>
            {t('share.make')}
          </Button>
        </Group>
      )}
      {made && <p className={classes.quiet}>{t('share.once')}</p>}
      {links.length > 0 && (
        <section aria-label={t('share.links')}>
          <h3 className={classes.heading}>{t('share.links')}</h3>
          <ul className={classes.links}>
            {links.map((link) => (
              <OpenLink key={link.id} link={link} onRevoke={() => void revoke(link.id)} />
            ))}
          </ul>
        </section>
      )}
    </Stack>
  );
}
