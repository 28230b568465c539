import { Button, type ButtonProps } from '@mantine/core';
import { IconFolderPlus } from '@tabler/icons-react';
import { mayAccess } from '@headwater/domain/access';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import type { TFunction } from '#lib/translate.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { openModal } from '#ui/modals.tsx';
import type { AddTarget } from '../../api/add.ts';

const AddDialog = lazyPart(() => import('./AddDialog.tsx'), 'AddDialog');

interface AddOptions {
  onAdded?: () => void;
}

/** The texts of `vacancies` must be loaded. */
export function openAddToVacancy(target: AddTarget, { t, onAdded }: AddOptions & { t: TFunction<'vacancies'> }): void {
  void openModal({
    title: 'profiles' in target ? t('addTitle', { count: target.profiles.length }) : t('addAllTitle', { count: target.count }),
    content: (close) => (
      <AddDialog
        target={target}
        onAdded={() => {
          close();
          onAdded?.();
        }}
      />
    ),
  });
}

/** The route must load the texts of `vacancies`. */
export function useAddToVacancy(): (target: AddTarget, options?: AddOptions) => void {
  const { t } = useTranslation('vacancies');
  return (target, options = {}) => openAddToVacancy(target, { t, ...options });
}

interface AddToVacancyProps extends AddOptions, Pick<ButtonProps, 'size' | 'variant' | 'disabled'> {
  target: AddTarget;
  label?: string;
}

export function AddToVacancy({ target, label, onAdded, ...button }: AddToVacancyProps) {
  const { t } = useTranslation('vacancies');
  const add = useAddToVacancy();
  const user = useCurrentUser();
  if (!mayAccess('edit_vacancies', asActor(user))) return null;
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconFolderPlus size={14} stroke={1.6} />}
      {...button}
      onClick={() => add(target, onAdded ? { onAdded } : {})}
    >
      {label ?? t('addToVacancy')}
    </Button>
  );
}
