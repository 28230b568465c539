import { Alert } from '@mantine/core';
import { useState } from 'react';
import { telegramMessages } from '@headwater/contract/catalogue/telegram';
import { currentLanguage } from '#lib/i18n.ts';

/** DEC-06, TG-060. */
export function FloodWait({ seconds }: { seconds: number }) {
  const words = telegramMessages.telegram_flood_wait.text(currentLanguage(), { seconds });
  // Screen readers announce it once, not every second.
  const [first, setFirst] = useState<string>();
  if (seconds > 0 && first === undefined) setFirst(words);
  if (seconds === 0 && first !== undefined) setFirst(undefined);
  if (seconds === 0) return null;
  return (
    <Alert color="yellow" p="sm">
      <span aria-hidden>{words}</span>
      <span className="hw-visually-hidden">{first}</span>
    </Alert>
  );
}
