import { isBuiltIn } from '@headwater/domain/outreach/variables';
import { useTranslation } from '#lib/use-translation.ts';
import { type DraftVariable, isKnownAmong, textParts } from '../model/variables.ts';
import classes from './variables.module.css';

interface VariableTextProps {
  text: string;
  /** Variables of the text. If given, an unknown name in braces stays text. */
  variables?: readonly DraftVariable[];
}

export function VariableText({ text, variables }: VariableTextProps) {
  const { t } = useTranslation('editor');
  const isKnown = variables ? isKnownAmong(variables) : () => true;
  return textParts(text).map((part, index) =>
    part.variable === undefined || !isKnown(part.variable) ? (
      part.text
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- parts of a text are identified by position
      <span key={index} className={classes.chip}>
        {isBuiltIn(part.variable) ? t(`variables.${part.variable}`) : part.variable}
      </span>
    ),
  );
}
