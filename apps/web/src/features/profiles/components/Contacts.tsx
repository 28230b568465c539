import { ActionIcon, Button, CopyButton, Tooltip } from '@mantine/core';
import {
  IconBrandSkype,
  IconBrandTelegram,
  IconCheck,
  IconCopy,
  IconLink,
  IconMail,
  IconMessage,
  IconPhone,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { opensWithoutLimit } from '@headwater/domain/profiles/contact-limits';
import type { ProfileView, ShownContact } from '@headwater/contract/profiles';
import { orpc } from '#lib/api.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import type { TFunction } from '#lib/translate.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { showError } from '#ui/snackbar.tsx';
import { useOpenContacts, useRemoveContact, useVerified } from '../api/contacts.ts';
import { AddContactForm } from './AddContactForm.tsx';
import classes from './profile.module.css';
import { Section } from './Section.tsx';

const icons = { phone: IconPhone, email: IconMail, skype: IconBrandSkype, icq: IconMessage, telegram: IconBrandTelegram, link: IconLink };

function ContactIcon({ type }: { type: ShownContact['type'] }) {
  const Icon = icons[type];
  return <Icon size={16} stroke={1.5} className={classes.icon} aria-hidden />;
}

const hrefOf = ({ type, value }: ShownContact): string | undefined => {
  if (!value) return undefined;
  if (type === 'email') return `mailto:${value}`;
  if (type === 'phone') return `tel:${value}`;
  if (type === 'telegram' && !value.startsWith('+')) return `https://t.me/${value.replace(/^@|^https?:\/\/t\.me\//, '')}`;
  if (type === 'link') return /^https?:/.test(value) ? value : `http://${value}`;
  return undefined;
};

function Value({ contact }: { contact: ShownContact }) {
  const href = hrefOf(contact);
  if (contact.value === null) return <span className={classes.masked}>{contact.mask}</span>;
  return href ? (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {contact.value}
    </a>
  ) : (
    <span>{contact.value}</span>
  );
}

function statusWords(
  t: TFunction<'profiles'>,
  { type, status, by }: Pick<ShownContact, 'type' | 'status'> & { by: NonNullable<ShownContact['checked_by']> },
): string {
  if (by === 'source' || by === 'domain') return t(`contactStatus.${by}.${status}`);
  return by === 'format' ? t(`contactStatus.format.${type === 'email' ? 'email' : 'phone'}`) : t(`contactStatus.${by}`);
}

/** PROF-065. */
function Status({ contact: { type, status, checked_at: checked, checked_by: by } }: { contact: ShownContact }) {
  const { t } = useTranslation('profiles');
  if (by === null) return null;
  const isBroken = status === 'invalid';
  const words = statusWords(t, { type, status, by });
  const date = checked && formatDate(checked, currentLanguage());
  return <span className={isBroken ? classes.broken : classes.checked}>{[words, date].filter(Boolean).join(', ')}</span>;
}

/** CONT-002, CONT-006, CONT-026. */
function Origin({ contact: { kind, source } }: { contact: ShownContact }) {
  const { t } = useTranslation('profiles');
  const parts = [kind && t(`contactKind.${kind}`), source && source !== 'external' && t(`contactSource.${source}`)].filter(Boolean);
  return parts.length > 0 ? <span className={classes.checked}>{parts.join(' · ')}</span> : null;
}

function ContactRow({ profileId, contact }: { profileId: number; contact: ShownContact }) {
  const { t } = useTranslation('profiles');
  const remove = useRemoveContact(profileId);
  return (
    <li className={classes.contact}>
      <ContactIcon type={contact.type} />
      <span className={classes.contactValue}>
        <span className="hw-visually-hidden">{t(`contactType.${contact.type}`)}: </span>
        <Value contact={contact} />
        <Status contact={contact} />
        <Origin contact={contact} />
      </span>
      {contact.value && (
        <CopyButton value={contact.value}>
          {({ copied, copy }) => (
            <ActionIcon size="sm" onClick={copy} aria-label={copied ? t('copied') : t('copy', { value: contact.value })}>
              {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
            </ActionIcon>
          )}
        </CopyButton>
      )}
      {contact.is_own && (
        <ActionIcon
          size="sm"
          aria-label={t('removeContact', { value: contact.value ?? contact.mask })}
          onClick={() => remove.mutate(contact.id, { onError: showError })}
        >
          <IconTrash size={14} />
        </ActionIcon>
      )}
    </li>
  );
}

export function Contacts({ profile }: { profile: ProfileView }) {
  const { t } = useTranslation('profiles');
  const [adding, setAdding] = useState(false);
  const contacts = useVerified(profile);
  const open = useOpenContacts(profile.doc_id);
  const closed = !profile.contacts_opened && profile.contacts.some((contact) => contact.value === null);
  const isLimited = !opensWithoutLimit(useCurrentUser());
  const quota = useQuery({ ...orpc.profiles.quotas.queryOptions(), enabled: closed && isLimited }).data?.quotas_contact_available;
  const add = (
    <Tooltip label={t('addContact')}>
      <ActionIcon aria-label={t('addContact')} onClick={() => setAdding((shown) => !shown)} aria-expanded={adding}>
        <IconPlus size={16} />
      </ActionIcon>
    </Tooltip>
  );
  return (
    <Section title={t('contacts')} count={profile.contacts.length} action={add}>
      {profile.contacts.length === 0 && !adding && <p className={classes.quiet}>{t('noContacts')}</p>}
      <ul className={classes.list} style={{ gap: 4 }}>
        {contacts.map((contact) => (
          <ContactRow key={contact.id} profileId={profile.doc_id} contact={contact} />
        ))}
      </ul>
      {closed && (
        <Button mt={8} size="xs" maw="100%" px="sm" loading={open.isPending} onClick={() => open.mutate(undefined, { onError: showError })}>
          {typeof quota === 'number' ? t('openLeft', { count: quota }) : t('open')}
        </Button>
      )}
      {adding && <AddContactForm profileId={profile.doc_id} onDone={() => setAdding(false)} />}
    </Section>
  );
}
