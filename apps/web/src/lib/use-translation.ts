import { use, useSyncExternalStore } from 'react';
import type { Language } from '@headwater/contract/errors';
import { currentLanguage, onTexts, textsOf, pendingTexts, textsVersion } from './i18n.ts';
import type { Namespace, Namespaces, TFunction } from './translate.ts';

/**
 * The first namespace is the default: `t('title')`, `t('save', { ns: 'ui' })`. Suspends for missing
 * texts.
 */
export function useTranslation<const N extends Namespaces>(namespaces: N): { t: TFunction<N>; language: Language } {
  useSyncExternalStore(onTexts, textsVersion, textsVersion);
  for (const namespace of [namespaces].flat() as Namespace[]) {
    const promise = pendingTexts(namespace);
    if (promise) use(promise);
  }
  return { t: textsOf(namespaces), language: currentLanguage() };
}
