/** Draws the stack of modals.tsx; not used directly. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConfirmOptions, OpenModal } from './modal-types.ts';
import classes from './ModalHost.module.css';

const widths = { sm: 400, md: 520, lg: 720, xl: 960 } as const;

export function ModalHost({ modals }: { modals: readonly OpenModal[] }) {
  const { t } = useTranslation('ui');
  const narrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  return modals.map((modal, index) => (
    <Modal
      key={modal.id}
      // The ones below keep what was typed in them, unseen.
      opened={index === modals.length - 1}
      keepMounted
      // Not React's Activity, which ends what a component holds outside of React: an editor would come back empty.
      keepMountedMode="display-none"
      // A large one grows when its content arrives: from its top edge down, so that nothing moves under the hand.
      centered={modal.size === 'sm' || modal.size === 'md'}
      yOffset="10dvh"
      onClose={modal.dismiss}
      title={modal.title}
      size={widths[modal.size]}
      fullScreen={narrow && modal.size !== 'sm'}
      closeButtonProps={{ 'aria-label': t('close') }}
      classNames={{ title: classes.title, header: classes.header, body: classes.body }}
    >
      <Suspense>{modal.content}</Suspense>
    </Modal>
  ));
}

export function ConfirmBody({ options, close }: { options: ConfirmOptions; close: (agreed?: boolean) => void }) {
  const { t } = useTranslation('ui');
  const message = options.confirm === '';
  return (
    <Stack gap="lg">
      <Text component="div" c="dimmed">
        {options.text}
      </Text>
      <Group justify="flex-end" gap="sm">
        {!message && (
          <Button variant="default" onClick={() => close(false)}>
            {options.cancel ?? t('cancel')}
          </Button>
        )}
        <Button color={options.danger ? 'red' : 'teal'} data-autofocus onClick={() => close(true)}>
          {message ? t('ok') : options.confirm}
        </Button>
      </Group>
    </Stack>
  );
}
