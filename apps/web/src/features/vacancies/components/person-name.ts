interface Person {
  first_name: string;
  last_name: string;
}

export const fullName = ({ first_name: first, last_name: last }: Person): string => [first, last].filter(Boolean).join(' ');

/** 'Ivan P.', for columns. */
export const shortName = ({ first_name: first, last_name: last }: Person): string =>
  [first, last && `${[...last][0] ?? ''}.`].filter(Boolean).join(' ');
