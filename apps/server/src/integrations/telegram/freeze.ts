import type { tl } from '@mtcute/core';

/** https://core.telegram.org/api/auth#frozen-accounts */
export function isFrozenBy(answer: tl.help.TypeAppConfig): boolean {
  if (answer._ !== 'help.appConfig' || answer.config._ !== 'jsonObject') return false;
  const since = answer.config.value.find(({ key }) => key === 'freeze_since_date')?.value;
  return since?._ === 'jsonNumber' && since.value > 0;
}
