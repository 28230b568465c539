import { useTranslation } from 'react-i18next';
import { isBuiltIn } from '@headwater/domain/outreach/variables';
import { textParts } from '../model/variables.ts';
import classes from './variables.module.css';

/** A text with its variables as chips under their names, for cards, menus and lists, which nobody writes in. */
export function VariableText({ text }: { text: string }) {
  const { t } = useTranslation('editor');
  return textParts(text).map((part, index) =>
    part.variable === undefined ? (
      part.text
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have no other name than their place
      <span key={index} className={classes.chip}>
        {isBuiltIn(part.variable) ? t(`variables.${part.variable}`) : part.variable}
      </span>
    ),
  );
}
