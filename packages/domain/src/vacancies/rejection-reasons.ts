/** Reasons of a new company, stored in English. */
export const defaultRejectionReasons = [
  { name: 'Not enough experience', ru: 'Недостаточно опыта' },
  { name: 'Skills do not match', ru: 'Не подходят навыки' },
  { name: 'Salary expectations', ru: 'Зарплатные ожидания' },
  { name: 'Location or relocation', ru: 'Локация или переезд' },
  { name: 'Language level', ru: 'Уровень языка' },
  { name: 'Candidate declined', ru: 'Кандидат отказался' },
  { name: 'Accepted another offer', ru: 'Принял другое предложение' },
  { name: 'No reply', ru: 'Не отвечает' },
  { name: 'Vacancy closed', ru: 'Вакансия закрыта' },
  { name: 'Other', ru: 'Другое' },
] as const;

export const maxReasons = 50;

/** A default reason has a name in the reader's language until the company renames it. */
export function reasonName({ name, isDefault }: { name: string; isDefault: boolean }, language: 'en' | 'ru'): string {
  const known = isDefault && language === 'ru' ? defaultRejectionReasons.find((reason) => reason.name === name) : undefined;
  return known?.ru ?? name;
}
