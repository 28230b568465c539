import { type ReportReason, reportReasons } from '@headwater/domain/profiles/reports';
import { Select, Textarea } from '@mantine/core';
import { ApiError } from '#lib/api-error.ts';
import { api } from '#lib/api.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';

interface ReportFormProps {
  profileId: number;
  source: string;
  query: string;
  onDone: () => void;
}

/** PEDT-021 to PEDT-025. */
export function ReportForm({ profileId, source, query, onDone }: ReportFormProps) {
  const { t } = useTranslation('profile-reports');
  const form = useServerForm({
    initialValues: { reason: 'wrong_contacts' as ReportReason, text: '' },
    validate: { text: (value: string) => (value.trim() === '' ? t('needsText') : null) },
    submit: (said) =>
      api.profileReports.send({ ...said, profile_id: profileId, source, query }).catch((error: unknown) => {
        // PEDT-025: errors of a field stay at the field; all others become one sentence.
        if (error instanceof ApiError && Object.keys(error.fields).length === 0)
          throw new ApiError({ status: error.status, message: t('failed') });
        throw error;
      }),
    onDone: () => {
      showSnackbar({ message: t('sent'), tone: 'success' });
      onDone();
    },
  });
  return (
    <ServerForm form={form} submitLabel={t('send')} onCancel={onDone} guard>
      <Select
        label={t('reason')}
        allowDeselect={false}
        data={reportReasons.map((reason) => ({ value: reason, label: t(`reasonName.${reason}`) }))}
        {...form.field('reason')}
      />
      <Textarea
        label={t('text')}
        placeholder={t('textExample')}
        autosize
        minRows={4}
        maxRows={12}
        maxLength={5000}
        data-autofocus
        {...form.field('text')}
      />
    </ServerForm>
  );
}
