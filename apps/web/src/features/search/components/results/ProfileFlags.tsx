import type { FoundProfile } from '@headwater/contract/search';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './row.module.css';

const flags = [
  { key: 'likely', field: 'likely_to_respond' },
  { key: 'seeking', field: 'job_seeking' },
  { key: 'remote', field: 'remote_ready' },
  { key: 'freelancer', field: 'is_freelancer' },
  { key: 'star', field: 'hidden_star' },
  { key: 'own', field: 'is_own' },
] as const;

export function ProfileFlags({ profile }: { profile: FoundProfile }) {
  const { t } = useTranslation('search');
  return flags
    .filter(({ field }) => profile[field])
    .map(({ key }) => (
      <span key={key} className={classes.flag} data-flag={key}>
        {t(`flags.${key}`)}
      </span>
    ));
}

const kinds = [
  { key: 'email', types: ['email'] },
  { key: 'phone', types: ['phone'] },
  { key: 'telegram', types: ['telegram'] },
  { key: 'messengers', types: ['skype', 'icq'] },
  { key: 'link', types: ['link'] },
] as const;

export function ContactKinds({ kinds: contactKinds }: { kinds: FoundProfile['contact_types'] }) {
  const { t } = useTranslation('search');
  const known = kinds.filter(({ types }) => types.some((type) => contactKinds.includes(type)));
  if (known.length === 0) return null;
  return (
    <span className={classes.flag} data-flag="contacts">
      <span className="hw-visually-hidden">{t('contacts.label')} </span>
      {known.map(({ key }) => t(`contacts.${key}`)).join(', ')}
    </span>
  );
}
