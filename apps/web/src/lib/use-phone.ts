import { useMediaQuery } from '@mantine/hooks';

/**
 * True at phone width, from the first render. Stylesheets use the same `@media (max-width:
 * 47.99em)`.
 */
export const usePhone = (): boolean => useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
