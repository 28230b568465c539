import { opening, openModal } from '#ui/modals.tsx';

interface Question {
  title: string;
  text: string;
  current?: number | undefined;
}

/** Null: no reason. Undefined: the user closed the dialog. */
export async function askReason({ title, text, current }: Question): Promise<number | null | undefined> {
  const { ReasonChoice } = await opening(() => import('./ReasonChoice.tsx'));
  return openModal<number | null>({
    title,
    content: (close) => <ReasonChoice text={text} current={current} onChoose={close} />,
  });
}
