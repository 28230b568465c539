/** Numbers as a list of the database: the driver would write and read each by itself, which takes as long as the rest of a question. */
export const listOf = (numbers: readonly (number | null)[]): string => `{${numbers.map((number) => number ?? 'null').join(',')}}`;

/** What a list that is not empty holds, as the database writes it. */
export const numbersOf = (list: string): number[] => list.slice(1, -1).split(',').map(Number);
