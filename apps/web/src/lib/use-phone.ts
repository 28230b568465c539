import { useMediaQuery } from '@mantine/hooks';

/** Style sheets use the same `@media (max-width: 47.99em)`. */
export const usePhone = (): boolean => useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
