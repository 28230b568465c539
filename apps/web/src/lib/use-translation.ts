import { use, useSyncExternalStore } from 'react';
import type { Language } from '@headwater/contract/errors';
import { currentLanguage, onTexts, textsOf, textsOnTheirWay, textsVersion } from './i18n.ts';
import type { Namespace, Namespaces, TFunction } from './translate.ts';

/**
 * The texts of one or more namespaces (the name of the folder), of which the first needs no naming: `const { t } = useTranslation('vacancies')`,
 * `t('title')`, `t('found', { count: 3 })`, `t('save', { ns: 'ui' })`. Draws anew with another language, and with texts that came after all; waits
 * inside `<Suspense>` for texts that are not there.
 */
export function useTranslation<const N extends Namespaces>(namespaces: N): { t: TFunction<N>; language: Language } {
  // Without a browser as in it.
  useSyncExternalStore(onTexts, textsVersion, textsVersion);
  for (const namespace of [namespaces].flat() as Namespace[]) {
    const promise = textsOnTheirWay(namespace);
    if (promise) use(promise);
  }
  return { t: textsOf(namespaces), language: currentLanguage() };
}
