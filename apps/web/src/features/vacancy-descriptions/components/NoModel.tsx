import { IconSparkles } from '@tabler/icons-react';
import { useTranslation } from '#lib/use-translation.ts';
import { EmptyState } from '#ui/states.tsx';

/** AIO-029: explains how to connect a language model. `until`: the alternative. */
export function NoModel({ until }: { until: string }) {
  const { t } = useTranslation('vacancy-descriptions');
  return <EmptyState icon={<IconSparkles size={24} stroke={1.5} />} title={t('noModel')} text={`${t('noModelText')} ${until}`} />;
}
