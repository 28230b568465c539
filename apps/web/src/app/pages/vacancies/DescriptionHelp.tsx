import { Button } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useState } from 'react';
import type { DescriptionHelp as HelpProps } from '#features/vacancies/components/form/VacancyForm.tsx';
import { withTexts } from '#lib/lazy-with-texts.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { opening, openModal } from '#ui/modals.tsx';
import { mayLeave } from '#ui/unsaved.ts';
import { showError } from '#ui/snackbar.tsx';
import pages from '../pages.module.css';

async function openWriter(title: string, { name, companyName }: HelpProps): Promise<string | undefined> {
  const { DescriptionWriter } = await opening(() =>
    withTexts(() => import('#features/vacancy-descriptions/components/DescriptionWriter.tsx'), ['vacancy-descriptions']),
  );
  let isTyped = false;
  const hold = (typed: boolean) => {
    isTyped = typed;
  };
  const content = (close: (text?: string) => void) => (
    <DescriptionWriter position={name} companyName={companyName} onUse={close} onTyped={hold} />
  );
  return openModal<string>({ title, size: 'lg', content, mayClose: () => !isTyped || mayLeave() });
}

export function DescriptionHelp(props: HelpProps) {
  const { t } = useTranslation('vacancies');
  const [loading, setLoading] = useState(false);
  const open = async () => {
    setLoading(true);
    try {
      const text = await openWriter(t('writeDescription'), props);
      if (text !== undefined) props.onText(text);
    } catch (error) {
      showError(error);
    } finally {
      setLoading(false);
    }
  };
  return (
    <div className={pages.fieldHelp}>
      <Button variant="subtle" size="compact-sm" leftSection={<IconSparkles size={14} />} loading={loading} onClick={() => void open()}>
        {t('writeDescription')}
      </Button>
    </div>
  );
}
