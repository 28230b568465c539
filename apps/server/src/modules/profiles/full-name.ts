export const fullName = (data: { first_name: string; last_name: string; patronymic?: string | null | undefined }) =>
  [data.first_name, data.patronymic, data.last_name].filter(Boolean).join(' ');
