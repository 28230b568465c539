/** A PostgreSQL array literal: the driver would spend as long as the query on each number. */
export const listOf = (numbers: readonly (number | null)[]): string => `{${numbers.map((number) => number ?? 'null').join(',')}}`;

export const numbersOf = (list: string): number[] => list.slice(1, -1).split(',').map(Number);
