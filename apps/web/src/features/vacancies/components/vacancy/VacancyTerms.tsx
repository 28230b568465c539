import { Button, Collapse, ScrollArea } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { VacancyView } from '@headwater/contract/vacancies';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { termsOf } from '../../model/terms.ts';
import classes from './VacancyHead.module.css';

export function VacancyTerms({ vacancy }: { vacancy: VacancyView }) {
  const { t } = useTranslation('vacancies');
  const [opened, setOpened] = useState(false);
  const id = useId();
  const terms = termsOf(vacancy, t, currentLanguage());
  if (terms.length === 0 && vacancy.description === '') return null;
  const Icon = opened ? IconChevronUp : IconChevronDown;
  return (
    <div className={classes.terms}>
      <div className={classes.termLine}>
        {terms.length > 0 && <span className={classes.termTexts}>{terms.join(' · ')}</span>}
        {vacancy.description !== '' && (
          <Button
            variant="subtle"
            size="compact-sm"
            rightSection={<Icon size={14} aria-hidden />}
            aria-expanded={opened}
            aria-controls={id}
            onClick={() => setOpened(!opened)}
          >
            {t('description')}
          </Button>
        )}
      </div>
      {vacancy.description !== '' && (
        <Collapse expanded={opened} id={id}>
          <ScrollArea.Autosize mah="40vh" viewportProps={{ tabIndex: opened ? 0 : -1 }}>
            <p className={classes.description}>{vacancy.description}</p>
          </ScrollArea.Autosize>
        </Collapse>
      )}
    </div>
  );
}
