import { TextInput } from '@mantine/core';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';

export const profileIn = (text: string): number | undefined => {
  const [, id] = /^(?:.*\/profiles\/)?([1-9]\d{0,14})(?:[/?#].*)?$/.exec(text.trim()) ?? [];
  return id === undefined ? undefined : Number(id);
};

export function MergeDialog({
  profileId,
  onChosen,
  onCancel,
}: {
  profileId: number;
  onChosen: (other: number) => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation('profiles');
  const form = useServerForm({
    initialValues: { address: '' },
    validate: {
      address: (text: string) => {
        const other = profileIn(text);
        return other === undefined || other === profileId ? t('merges.wrongAddress') : null;
      },
    },
    submit: async ({ address }) => profileIn(address) ?? 0,
    onDone: onChosen,
  });
  return (
    <ServerForm form={form} submitLabel={t('merges.compare')} onCancel={onCancel}>
      <TextInput label={t('merges.address')} description={t('merges.addressNote')} data-autofocus {...form.field('address')} />
    </ServerForm>
  );
}
