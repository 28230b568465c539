import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { TemplateList } from '#features/templates/components/TemplateList.tsx';
import { lazyWithTexts } from '#lib/lazy-with-texts.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { SkeletonForm } from '#ui/skeletons.tsx';
import { SplitPane } from '#ui/SplitPane.tsx';

// The editor is heavy: it comes with the first template that is opened.
const TemplatePane = lazyWithTexts(() => import('#features/templates/components/TemplatePane.tsx'), 'TemplatePane', ['editor']);

interface Address {
  search?: string;
  creator?: string;
  page?: string;
  template?: string;
  from?: string;
}

const wholeNumber = (text: string | undefined) => (text !== undefined && /^-?\d{1,15}$/.test(text) ? Number(text) : undefined);

/** TPL-001: the list, and one template beside it. */
export function TemplatesPage() {
  const { t } = useTranslation('templates');
  const address = useSearch({ strict: false }) as Address;
  const navigate = useNavigate();
  usePageTitle(t('title'));
  const go = (change: Record<string, string | undefined>) =>
    void navigate({ to: '.', search: ((known: Record<string, unknown>) => ({ ...known, ...change })) as never });
  const close = () => go({ template: undefined, from: undefined });
  const openNew = (from: number) => go({ template: undefined, from: String(from) });
  const open = (id: number) => go({ template: String(id), from: undefined });
  const openId = wholeNumber(address.template);
  const from = wholeNumber(address.from);
  const shownId = from ?? openId;
  const page = wholeNumber(address.page) ?? 1;
  return (
    <SplitPane
      id="templates"
      label={t('template')}
      defaultWidth={640}
      onClose={close}
      pane={
        shownId !== undefined && (
          <Suspense fallback={<SkeletonForm fields={5} />}>
            <TemplatePane
              key={`${from === undefined ? 'open' : 'new'} ${shownId}`}
              id={shownId}
              isNew={from !== undefined}
              onOpen={open}
              onNew={openNew}
              onClose={close}
            />
          </Suspense>
        )
      }
    >
      <TemplateList
        filter={{ search: address.search ?? '', createdBy: wholeNumber(address.creator), page: Math.max(1, page) }}
        openId={openId}
        beside={shownId !== undefined}
        onChange={go}
        onOpen={open}
        onNew={openNew}
      />
    </SplitPane>
  );
}
