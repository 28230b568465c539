import { plainVacancyFields } from '@headwater/contract/vacancies';

type Plain = (typeof plainVacancyFields)[number];

/**
 * Of an input or a row the fields of a vacancy that are kept and shown as they are; what is left out stays left out. Another such field needs
 * its place in the contract and its column, and nothing here.
 */
export const plainFieldsOf = <T extends Partial<Record<Plain, unknown>>>(source: T) =>
  Object.fromEntries(plainVacancyFields.flatMap((field) => (source[field] === undefined ? [] : [[field, source[field]]]))) as {
    [F in Plain as undefined extends T[F] ? never : F]: T[F];
  } & { [F in Plain as undefined extends T[F] ? F : never]?: Exclude<T[F], undefined> };
