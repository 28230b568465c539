import type { Bearing } from './bearing.ts';
import { readEmail } from './email.ts';
import { readLinkKey } from './link.ts';
import { phoneBearing } from './phone.ts';
import { readTelegram } from './telegram.ts';

/** An unreadable value counts as a placeholder. */
export function contactBearing({ type, normalized }: { type: string; normalized: string }): Bearing {
  if (type === 'email') return readEmail(normalized)?.bearing ?? 'placeholder';
  if (type === 'link') return readLinkKey(normalized).bearing;
  if (type === 'phone' || normalized.startsWith('+')) return phoneBearing(normalized.replaceAll(/\D/g, ''));
  if (type === 'telegram') return readTelegram(normalized) ? 'personal' : 'placeholder';
  return 'personal';
}
