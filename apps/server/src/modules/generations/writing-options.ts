import { descriptionLanguages } from '@headwater/contract/vacancy-descriptions';
import type { Actor } from '@headwater/domain/roles';
import { findCredits } from '#modules/companies/public.ts';
import type { Tx } from '#platform/database/database.ts';
import type { LanguageModel } from '#platform/language-model.ts';

export async function writingOptions(tx: Tx, actor: Actor, model: LanguageModel | undefined) {
  const names = new Intl.DisplayNames(actor.language, { type: 'language' });
  return {
    languages: descriptionLanguages.map((language) => ({ id: language, name: names.of(language) ?? language })),
    is_connected: model !== undefined,
    credits: await findCredits(tx, actor.company.id),
  };
}
