import { isBuiltIn } from '@headwater/domain/outreach/variables';
import { useTranslation } from '#lib/use-translation.ts';
import { type DraftVariable, isKnownAmong, textParts } from '../model/variables.ts';
import classes from './variables.module.css';

interface VariableTextProps {
  text: string;
  /** Those made for the text; where they are given, an unknown name in braces stays the text that it is sent as. */
  variables?: readonly DraftVariable[];
}

/** A text with its variables as chips under their names, for cards, menus and lists, which nobody writes in. */
export function VariableText({ text, variables }: VariableTextProps) {
  const { t } = useTranslation('editor');
  const isKnown = variables ? isKnownAmong(variables) : () => true;
  return textParts(text).map((part, index) =>
    part.variable === undefined || !isKnown(part.variable) ? (
      part.text
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have no other name than their place
      <span key={index} className={classes.chip}>
        {isBuiltIn(part.variable) ? t(`variables.${part.variable}`) : part.variable}
      </span>
    ),
  );
}
