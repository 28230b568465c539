import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Snackbars } from '#ui/snackbar.tsx';
import { colorSchemeManager, cssVariables, theme } from '#ui/theme.ts';
import type { AppParts } from './router.ts';

export function App({ queryClient, router }: AppParts) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} colorSchemeManager={colorSchemeManager} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Snackbars />
      </QueryClientProvider>
    </MantineProvider>
  );
}
