import { TextInput } from '@mantine/core';
import { CopyTextButton } from '#ui/CopyTextButton.tsx';
import classes from './sso.module.css';

export function Copied({ label, description, value }: { label: string; description?: string; value: string }) {
  return (
    <div>
      <div className={classes.copied}>
        <TextInput label={label} value={value} readOnly onFocus={(event) => event.currentTarget.select()} />
        <CopyTextButton value={value} name={label} />
      </div>
      {description !== undefined && <p className={classes.help}>{description}</p>}
    </div>
  );
}
