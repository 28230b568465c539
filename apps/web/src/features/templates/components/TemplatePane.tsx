import { ActionIcon, Alert, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { TemplateView } from '@headwater/contract/templates';
import { ApiError } from '#lib/api-error.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { SkeletonForm } from '#ui/skeletons.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { EmptyState, ErrorState, NoAccess } from '#ui/states.tsx';
import { templateQuery, useRemoveTemplate } from '../api/templates.ts';
import { TemplateForm } from './TemplateForm.tsx';
import { TemplatePreview } from './TemplatePreview.tsx';
import classes from './templates.module.css';

interface TemplatePaneProps {
  id: number;
  isNew: boolean;
  onOpen: (id: number) => void;
  onNew: (from: number) => void;
  onClose: () => void;
}

function ReadOnly({ template, onNew }: { template: TemplateView; onNew: (from: number) => void }) {
  const { t } = useTranslation('templates');
  return (
    <div className={classes.form}>
      <Alert p="sm">
        {t('readOnly')}{' '}
        <Button size="compact-xs" variant="subtle" onClick={() => onNew(template.id)}>
          {t('useAsNew')}
        </Button>
      </Alert>
      <TemplatePreview subject={template.subject} body={template.body} variables={template.custom_variables} />
    </div>
  );
}

function Content({ id, isNew, onOpen, onNew, onClose }: TemplatePaneProps) {
  const { t } = useTranslation(['templates', 'ui']);
  // Unsaved input must not change.
  const query = useQuery({ ...templateQuery(id), staleTime: Number.POSITIVE_INFINITY, refetchOnMount: isNew ? true : 'always' });
  const remove = useRemoveTemplate();
  const status = query.error instanceof ApiError ? query.error.status : undefined;
  if (status === 404) return <EmptyState title={t('gone')} />;
  if (status === 403) return <NoAccess text={t('noAccessText')} />;
  if (query.isLoadingError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data || (query.isFetching && !query.isFetchedAfterMount)) return <SkeletonForm fields={5} />;
  const template = query.data;
  if (!isNew && !template.permissions.edit) return <ReadOnly template={template} onNew={onNew} />;
  return (
    <TemplateForm
      template={template}
      isNew={isNew}
      onCancel={onClose}
      onSaved={(saved) => {
        showSnackbar({ message: isNew ? t('created', { name: saved.name }) : t('saved', { ns: 'ui' }), tone: 'success', key: 'template' });
        if (isNew) onOpen(saved.id);
      }}
      onDelete={
        isNew
          ? undefined
          : () => {
              void remove(template);
              onClose();
            }
      }
    />
  );
}

export function TemplatePane(props: TemplatePaneProps) {
  const { id, isNew, onClose } = props;
  const { t } = useTranslation(['templates', 'ui']);
  const name = useQuery(templateQuery(id)).data?.name;
  return (
    <>
      <header className={classes.head}>
        <h2 className={classes.heading}>{isNew ? t('new') : (name ?? t('template'))}</h2>
        <ActionIcon aria-label={t('close', { ns: 'ui' })} onClick={onClose}>
          <IconX size={16} />
        </ActionIcon>
      </header>
      <div className={classes.pane}>
        <Content {...props} />
      </div>
    </>
  );
}
