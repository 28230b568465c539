import { useMediaQuery } from '@mantine/hooks';

/** Whether the window is as narrow as a phone, from the first drawing on. Stylesheets ask the same with `@media (max-width: 47.99em)`. */
export const usePhone = (): boolean => useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
