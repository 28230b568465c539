import { Suspense } from 'react';
import { TemplateList } from '#features/templates/components/TemplateList.tsx';
import { templateParams } from '#features/templates/model/params.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useScreenParams } from '#lib/screen-params.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { SkeletonForm } from '#ui/skeletons.tsx';
import { SplitPane } from '#ui/SplitPane.tsx';

const TemplatePane = lazyPart(() => import('#features/templates/components/TemplatePane.tsx'), 'TemplatePane', ['editor']);

/** TPL-001. */
export function TemplatesPage() {
  const { t } = useTranslation('templates');
  const { shown, change } = useScreenParams(templateParams);
  const { template, from } = shown;
  usePageTitle(t('title'));
  const close = () => change({ template: undefined, from: undefined });
  const shownId = from ?? template;
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
              onOpen={(id) => change({ template: id, from: undefined })}
              onNew={(id) => change({ template: undefined, from: id })}
              onClose={close}
            />
          </Suspense>
        )
      }
    >
      <TemplateList />
    </SplitPane>
  );
}
