import { Tooltip } from '@mantine/core';
import {
  IconBrandTelegram,
  IconBriefcase2,
  IconHomeCheck,
  IconHome2,
  IconLink,
  IconMail,
  IconMessageCircleCheck,
  IconMessages,
  IconPhone,
  IconSparkles,
  IconUserSearch,
} from '@tabler/icons-react';
import type { FoundProfile } from '@headwater/contract/search';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './row.module.css';

const flags = [
  { key: 'likely', field: 'likely_to_respond', Sign: IconMessageCircleCheck },
  { key: 'seeking', field: 'job_seeking', Sign: IconUserSearch },
  { key: 'remote', field: 'remote_ready', Sign: IconHome2 },
  { key: 'freelancer', field: 'is_freelancer', Sign: IconBriefcase2 },
  { key: 'star', field: 'hidden_star', Sign: IconSparkles },
  { key: 'own', field: 'is_own', Sign: IconHomeCheck },
] as const;

export function ProfileFlags({ profile }: { profile: FoundProfile }) {
  const { t } = useTranslation('search');
  return flags
    .filter(({ field }) => profile[field])
    .map(({ key, Sign }) => (
      <Tooltip key={key} label={t(`flags.${key}`)}>
        <span className={classes.flag} data-flag={key}>
          <Sign size={15} stroke={1.7} aria-hidden />
          <span className="hw-visually-hidden">{t(`flags.${key}`)}</span>
        </span>
      </Tooltip>
    ));
}

const kinds = [
  { key: 'email', types: ['email'], Sign: IconMail },
  { key: 'phone', types: ['phone'], Sign: IconPhone },
  { key: 'messengers', types: ['telegram', 'skype', 'icq'], Sign: IconMessages },
  { key: 'link', types: ['link'], Sign: IconLink },
] as const;

export function ContactKinds({ kinds: contactKinds }: { kinds: FoundProfile['contact_types'] }) {
  const { t } = useTranslation('search');
  const known = kinds.filter(({ types }) => types.some((type) => contactKinds.includes(type)));
  if (known.length === 0) return null;
  const words = t('contacts.list', { list: known.map(({ key }) => t(`contacts.${key}`)).join(', ') });
  return (
    <Tooltip label={words}>
      <span className={classes.contacts}>
        {known.map(({ key, Sign }) =>
          key === 'messengers' && contactKinds.includes('telegram') ? (
            <IconBrandTelegram key={key} size={15} stroke={1.6} aria-hidden />
          ) : (
            <Sign key={key} size={15} stroke={1.6} aria-hidden />
          ),
        )}
        <span className="hw-visually-hidden">{words}</span>
      </span>
    </Tooltip>
  );
}
