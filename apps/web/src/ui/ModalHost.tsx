import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { Suspense, useEffect, useRef } from 'react';
import { useEscape } from '#lib/shortcuts.ts';
import { usePhone } from '#lib/use-phone.ts';
import { useTranslation } from '#lib/use-translation.ts';
import type { ConfirmOptions, OpenModal } from './modal-types.ts';
import { SkeletonForm } from './skeletons.tsx';
import { fieldFor, insertKeys } from './typed-ahead.ts';
import classes from './ModalHost.module.css';

const widths = { sm: 400, md: 520, lg: 720, xl: 960 } as const;

const nothing = () => undefined;

const mostFrames = 30;

function Ready({ onReady }: { onReady: () => void }) {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let frame = 0;
    let waited = 0;
    const enter = () => {
      const dialog = place.current?.closest('[role="dialog"]');
      const field = dialog && fieldFor(dialog);
      if (field && document.activeElement !== field) field.focus({ preventScroll: true });
      // A field that loads after its dialog gets the keys.
      const isLoading = Boolean(dialog?.querySelector('[data-field-ahead]'));
      const hasFocus = field ? document.activeElement === field : dialog?.contains(document.activeElement);
      const isThere = hasFocus === true && !isLoading;
      if (!isThere && (isLoading || waited++ < mostFrames)) {
        frame = requestAnimationFrame(enter);
        return;
      }
      if (field instanceof HTMLInputElement && isThere) field.select();
      if (field && isThere) insertKeys(field);
      onReady();
    };
    enter();
    return () => cancelAnimationFrame(frame);
  }, [onReady]);
  return <span ref={place} hidden />;
}

export function ModalHost({ modals }: { modals: readonly OpenModal[] }) {
  const { t } = useTranslation('ui');
  const narrow = usePhone();
  // Replaces Mantine's handler, which would close the dialog along with a menu or link form inside.
  const top = modals.at(-1);
  useEscape(top?.dismiss ?? nothing, top !== undefined);
  return modals.map((modal, index) => (
    <Modal
      key={modal.id}
      // Dialogs below stay mounted to keep their input.
      opened={index === modals.length - 1}
      keepMounted
      // Not React's Activity: it runs effect cleanups, and an editor would come back empty.
      keepMountedMode="display-none"
      centered={modal.size === 'sm' || modal.size === 'md'}
      yOffset="10dvh"
      onClose={modal.dismiss}
      closeOnEscape={false}
      title={modal.title}
      size={widths[modal.size]}
      fullScreen={narrow && modal.size !== 'sm'}
      closeButtonProps={{ 'aria-label': t('close') }}
      classNames={{ content: classes.content, title: classes.title, header: classes.header, body: classes.body }}
    >
      <Suspense fallback={<SkeletonForm fields={2} />}>
        <Ready onReady={modal.onReady} />
        {modal.content}
      </Suspense>
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
