import type { Language } from '@headwater/contract/errors';
import { readTexts } from '@headwater/contract/texts';
import en from '../texts/en.json' with { type: 'json' };
import ru from '../texts/ru.json' with { type: 'json' };
import { composeEmail } from './compose-email.ts';

const read = readTexts({ en, ru });

interface ProviderEmail {
  to: string;
  provider: string;
  language: Language;
}

export const providerLinkedEmail = ({ to, provider, url, language }: ProviderEmail & { url: string | undefined }) =>
  composeEmail({ kind: 'guard_changed', to, subject: read('guard.subject', language) }, [
    read('provider.linked', language, { provider }),
    ...(url === undefined ? [read('provider.kept_tail', language)] : [read('guard.tail', language), { url }]),
  ]);

export const providerRemovedEmail = ({ to, provider, url, language }: ProviderEmail & { url: string }) =>
  composeEmail({ kind: 'guard_changed', to, subject: read('guard.subject', language) }, [
    read('provider.removed', language, { provider }),
    read('guard.tail', language),
    { url },
  ]);
