const anyOf = (names: readonly string[]) => `(?:${names.join('|')})`;

/** Parts of libraries that the sign-in does not use. */
const afterSignIn = anyOf([
  '@tanstack/query-core/build/modern/(?:queriesObserver|mutationObserver|infiniteQueryObserver)',
  '@tanstack/react-query/build/modern/(?:useQueries|useMutation|useInfiniteQuery|useIsFetching)',
  '@tanstack/react-router/dist/esm/useBlocker',
]);
const commonHooks = anyOf([
  'uncontrolled',
  'merged-ref',
  'id',
  'mounted',
  'shallow-effect',
  'did-update',
  'reduced-motion',
  'isomorphic-effect',
  'media-query',
  'callback-ref',
]);
const commonComponents = anyOf([
  'Alert',
  'Anchor',
  'Button',
  'CloseButton',
  'Input',
  'Loader',
  'ScrollArea/utils',
  'Stack',
  'Text',
  'TextInput',
  'Transition',
  'UnstyledButton',
]);

/** Libraries of every screen, in one file: it compresses better and stays cached across screens. */
export const base = {
  name: 'base',
  test: new RegExp(
    `node_modules/(?!${afterSignIn})${anyOf([
      'react/',
      'react-dom/',
      'scheduler/',
      'use-sync-external-store/',
      '@orpc/',
      '@tanstack/(?:history|store|react-store|router-core|react-router|query-core|react-query)/',
      `@mantine/hooks/esm/(?:utils|use-${commonHooks})/`,
      `@mantine/core/esm/(?:core|components/${commonComponents})/`,
    ])}`,
  ),
};

const openingComponents = anyOf([
  'ActionIcon',
  'Checkbox',
  'Combobox',
  'Floating',
  'FloatingArrow',
  'FocusTrap',
  'Group',
  'Menu',
  'Popover',
  'Portal',
  'Switch',
  'Tooltip',
]);

export const layers = {
  name: 'layers',
  test: new RegExp(
    `node_modules/${anyOf([
      afterSignIn,
      '@floating-ui/',
      'tabbable/',
      '@mantine/core/esm/utils/(?:Floating|InlineInput)/',
      `@mantine/core/esm/components/(?!Combobox/(?:OptionsDropdown|use-pills-reorder))${openingComponents}/`,
    ])}`,
  ),
};
