import type { ProfileInput } from '@headwater/contract/profile-data';
import { findNextDuplicates } from '#modules/duplicates/public.ts';
import type { Caller, useInstallation } from './installation.ts';
import { addProfiles } from './vacancy-fixtures.ts';

const roots = 'Бар Вол Гром Дуб Жел Зим Кол Лес Мор Нев Озер Пол Руб Сол Тур Фад Хор Цвет Шел Юр'.split(' ');

export const othersOf = async (who: Caller, id: number) => (await who.get(`/api/v6/profiles/${id}/duplicates/`)).body.duplicates;
export const idsOf = async (who: Caller, id: number) => (await othersOf(who, id)).map((one: { id: number }) => one.id);

export function duplicatesIn(here: ReturnType<typeof useInstallation>) {
  let counter = 0;
  /** A person with a unique name and job. */
  const somebody = (more: Partial<ProfileInput> = {}): Partial<ProfileInput> => {
    counter += 1;
    const endings = ['ановская', 'ецкая', 'инская', 'уцкая'];
    return {
      first_name: 'Глафира',
      last_name: `${roots[counter % 20]}${endings[Math.floor(counter / 20) % 4]}`,
      locations: [{ city: 'Тверь', country_code: 'RU' }],
      positions: [{ title: 'Архитектор', company: `Мостопроект ${counter}`, start: '2018-04', is_current: true }],
      contacts: [{ type: 'email', value: `glafira${counter}@mail.test` }],
      ...more,
    };
  };
  const add = async (input: Partial<ProfileInput>, companyId?: number): Promise<number> =>
    (await addProfiles(here, 1, { input, ...(companyId ? { companyId } : {}) }))[0] ?? 0;
  /** Runs the worker until no change waits. */
  const lookForAll = async (): Promise<void> => {
    for (let rounds = 0; rounds < 20 && (await findNextDuplicates(here.application.database, here.clock.now())); rounds += 1);
  };
  return { somebody, add, lookForAll, count: () => counter };
}
