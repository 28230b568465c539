import { plainVacancyFields } from '@headwater/contract/vacancies';

type Plain = (typeof plainVacancyFields)[number];

/** Fields stored and shown unchanged. A new one needs only its contract and its column. */
export const plainFieldsOf = <T extends Partial<Record<Plain, unknown>>>(source: T) =>
  Object.fromEntries(plainVacancyFields.flatMap((field) => (source[field] === undefined ? [] : [[field, source[field]]]))) as {
    [F in Plain as undefined extends T[F] ? never : F]: T[F];
  } & { [F in Plain as undefined extends T[F] ? F : never]?: Exclude<T[F], undefined> };
